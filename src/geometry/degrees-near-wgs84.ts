/** Codes of the EPSG register, first and last. */
type Codes = readonly (readonly [first: number, last: number])[];

/** The blocks in which the register has the degrees of all earlier surveys, but for those that it took in later. */
const BLOCKS: Codes = [[4120, 4327], [4600, 4800]];
/** Degrees on the ellipsoid of an earlier survey that is not stated: `Unknown datum based upon the Bessel 1841 ellipsoid`. */
const OF_UNTOLD_SURVEYS: Codes = [
  [4001, 4016], [4018, 4018], [4020, 4022], [4024, 4024], [4027, 4029], [4034, 4034], [4036, 4036], [4042, 4042], [4044, 4045],
];
/** Degrees counted from another meridian than that of Greenwich, some of them in grads. */
const OTHER_MERIDIANS: Codes = [[4801, 4821], [4901, 4904], [5229, 5229], [8042, 8043]];
/**
 * Within some twenty metres of WGS 84, in those blocks: national systems upon satellites, as ETRS89 (4258), NAD83 (4269, in Canada 4617),
 * GDA94 (4283), RGF93 (4171), NZGD2000 (4167), SIRGAS 2000 (4674), SWEREF99 (4619) and Korea 2000 (4737), and WGS 84 and WGS 72 themselves.
 */
const NEAR: ReadonlySet<number> = new Set([
  4126, 4130, 4133, 4140, 4148, 4151, 4152, 4163, 4166, 4167, 4170, 4171, 4172, 4173, 4176, 4180, 4189, 4190, 4258, 4269, 4283, 4318, 4322, 4326,
  4327, 4612, 4617, 4619, 4624, 4627, 4640, 4645, 4659, 4661, 4667, 4669, 4670, 4674, 4686, 4687, 4693, 4694, 4702, 4737, 4740, 4742, 4747, 4749,
  4755, 4757, 4758, 4759, 4761, 4762, 4763, 4764, 4765,
]);
/**
 * Such systems outside the blocks, among projected ones: with heights, and of later years, as CGCS2000 (4490), POSGAR 2007 (5340),
 * NAD83(2011) (6318), JGD2011 (6668), GSK-2011 (7683), GDA2020 (7844), NATRF2022 (10968), MAGNA-SIRGAS 2018 (20046), and the realisations of the
 * ITRS, the ETRS and WGS 84, as of version 12.029 of the register. What else lies in these ranges is geocentric, and has no degrees.
 */
const NEAR_ELSEWHERE: Codes = [
  [3823, 3824], [3888, 3889], [4017, 4017], [4023, 4023], [4040, 4040], [4046, 4046], [4074, 4075], [4080, 4081], [4463, 4463], [4466, 4466],
  [4469, 4470], [4480, 4483], [4490, 4490], [4557, 4558], [4883, 4889], [4893, 4898], [4907, 4967], [4971, 4985], [4989, 4989], [4997, 4999],
  [5012, 5013], [5245, 5246], [5251, 5252], [5263, 5264], [5323, 5324], [5340, 5342], [5353, 5354], [5359, 5360], [5364, 5365], [5370, 5373],
  [5380, 5381], [5392, 5393], [5488, 5489], [5545, 5546], [5592, 5593], [5885, 5886], [6134, 6135], [6310, 6311], [6318, 6325], [6364, 6365],
  [6667, 6668], [6705, 6706], [6782, 6783], [6979, 6980], [6986, 6987], [7034, 7042], [7072, 7073], [7084, 7088], [7133, 7139], [7372, 7373],
  [7657, 7665], [7678, 7686], [7797, 7798], [7816, 7816], [7843, 7844], [7880, 7881], [7885, 7886], [7900, 7912], [7915, 7931], [8085, 8086],
  [8231, 8232], [8235, 8235], [8237, 8240], [8244, 8244], [8246, 8255], [8399, 8399], [8403, 8403], [8426, 8427], [8430, 8431], [8449, 8449],
  [8542, 8545], [8684, 8685], [8698, 8699], [8817, 8818], [8860, 8860], [8888, 8888], [8899, 8902], [8906, 8907], [8916, 8949], [8972, 9019],
  [9053, 9057], [9059, 9075], [9139, 9140], [9147, 9148], [9152, 9153], [9183, 9184], [9293, 9294], [9308, 9309], [9332, 9333], [9379, 9380],
  [9469, 9470], [9474, 9475], [9546, 9547], [9695, 9696], [9701, 9702], [9754, 9755], [9776, 9784], [9989, 9990], [10177, 10178], [10283, 10284],
  [10298, 10300], [10304, 10305], [10307, 10312], [10327, 10328], [10413, 10414], [10474, 10475], [10570, 10571], [10605, 10606], [10638, 10639],
  [10670, 10673], [10689, 10690], [10724, 10725], [10738, 10739], [10761, 10762], [10780, 10781], [10784, 10785], [10790, 10791], [10799, 10800],
  [10806, 10807], [10830, 10831], [10874, 10875], [10891, 10892], [10909, 10910], [10940, 10941], [10951, 10952], [10955, 10959], [10967, 10968],
  [11042, 11043], [20040, 20041], [20045, 20046],
];
/**
 * Degrees of earlier surveys that the register took in later: of Hungary, Taiwan, China (New Beijing), Austria, Ukraine, Germany, Israel, Angola and
 * others, and those with heights.
 */
const LATE_EARLIER: ReadonlySet<number> = new Set([
  3819, 3821, 3906, 4472, 4475, 4555, 4823, 4824, 4900, 4991, 4993, 4995, 5132, 5228, 5233, 5451, 5464, 5467, 5524,
  5527, 5560, 5561, 5681, 5830, 6207, 6881, 6882, 6883, 6892, 6894, 6983, 6990, 8351, 8428, 8694, 9248, 9251, 9253, 9267, 9403, 9893, 10636, 10736,
]);

/** Whether a code is one of degrees near enough to those of WGS 84 to be taken for them. False for an unknown code. */
export function areDegreesNearWgs84(code: number): boolean {
  return NEAR.has(code) || isAmong(NEAR_ELSEWHERE, code);
}

/**
 * Whether a code, one of degrees, is of the datum of an earlier survey, some tens to hundreds of metres from WGS 84, so that a place would be in
 * another field. False for an unknown code.
 */
export function isEarlierSurvey(code: number): boolean {
  return LATE_EARLIER.has(code) || isAmong(OF_UNTOLD_SURVEYS, code) || (isAmong(BLOCKS, code) && !NEAR.has(code));
}

/** Whether a code, one of degrees, counts them from another meridian than that of Greenwich. */
export function isFromOtherMeridian(code: number): boolean {
  return isAmong(OTHER_MERIDIANS, code);
}

function isAmong(ranges: Codes, code: number): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last);
}
