import { RADIANS } from '../radians';
import { conicOfCode, type ConicParameters, conicParameters } from './conic-codes';
import { GRS80, WGS84 } from './ellipsoid';
import { goodeHomolosine } from './goode-homolosine';
import { lambertAzimuthal } from './lambert-azimuthal';
import type { Projection } from './projection';
import { universalTransverseMercator } from './transverse-mercator';

/** The code of Web Mercator, and those in use before it had one. */
const WEB_MERCATOR: ReadonlySet<number> = new Set([3857, 3785, 900913, 102100, 102113]);
const LAEA_EUROPE = 3035;
const HOMOLOSINE = 54052;

/** Codes of UTM zones, in the order of the zones. All are within two metres of WGS 84. */
const UTM: readonly { first: number; last: number; zone: number; south: boolean }[] = [
  { first: 32601, last: 32660, zone: 1, south: false },
  { first: 32701, last: 32760, zone: 1, south: true },
  // ETRS89, NAD83, SIRGAS 2000 (north, south), GDA94 and GDA2020.
  { first: 25828, last: 25838, zone: 28, south: false },
  { first: 26901, last: 26923, zone: 1, south: false },
  { first: 31965, last: 31976, zone: 11, south: false },
  { first: 31977, last: 31985, zone: 17, south: true },
  { first: 28348, last: 28358, zone: 48, south: true },
  { first: 7846, last: 7859, zone: 46, south: true },
];

/** The distance once round the world along x, in metres, if the projection has the same one at every latitude; `null` for any other code. */
export function turnOfProjection(code: number): number | null {
  return WEB_MERCATOR.has(code) ? 2 * Math.PI * WGS84.radius : null;
}

/** The projection of a code of the EPSG register (54052, and above 100,000: of Esri's); `null` for an unknown code. */
export function knownProjection(code: number): Projection | null {
  if (WEB_MERCATOR.has(code)) return webMercator;
  if (code === HOMOLOSINE) return goodeHomolosine(WGS84.radius);
  if (code === LAEA_EUROPE) {
    return lambertAzimuthal({ ellipsoid: GRS80, longitude: 10, latitude: 52, falseEasting: 4_321_000, falseNorthing: 3_210_000 });
  }
  const series = UTM.find(({ first, last }) => code >= first && code <= last);
  if (series) return universalTransverseMercator(series.zone + code - series.first, series.south);
  return conicOfCode(code) ?? null;
}

/**
 * Projections that files name, because they have no EPSG code, or one that does not fit into the tag. The homolosine is the one for land, which is
 * interrupted in the oceans.
 */
const NAMES: readonly (readonly [name: RegExp, code: number])[] = [
  [/interrupted[ _]goode[ _]homolosine(?![ _]ocean)|goode[ _]homolosine[ _]land/i, HOMOLOSINE],
  // As Esri writes it: option 1 is interrupted in the oceans, 0 not at all, 2 on land.
  [/"goode_homolosine"\](,parameter\["(false_easting|false_northing|central_meridian)",0\.0\]){3},parameter\["option",1\.0\]/i, HOMOLOSINE],
  [/wgs[ _]1984[ _]web[ _]mercator/i, 3857],
  [/conus[ _]albers|contiguous[ _]usa[ _]albers/i, 5070],
  [/usa[ _]contiguous[ _]albers[ _]equal[ _]area[ _]conic[ _]usgs/i, 102_039],
  [/usa[ _]contiguous[ _]albers[ _]equal[ _]area[ _]conic/i, 102_003],
  [/north[ _]america[ _]albers[ _]equal[ _]area[ _]conic/i, 102_008],
  [/canada[ _]albers[ _]equal[ _]area[ _]conic/i, 102_001],
  [/africa[ _]albers[ _]equal[ _]area[ _]conic/i, 102_022],
  [/north[ _]america[ _]lambert[ _]conformal[ _]conic/i, 102_009],
];

/** What a file tells of a projection beside its name: degrees, and metres. */
export interface StatedParameters {
  longitude?: number | undefined;
  latitude?: number | undefined;
  /** In any order. */
  parallels?: [number, number] | undefined;
  falseEasting?: number | undefined;
  falseNorthing?: number | undefined;
}

/**
 * The code of a projection that a file describes by name instead; `null` if the name is unknown, or if the file states another origin, other
 * parallels or another false origin than the name implies: people change these and keep the name.
 */
export function codeOfName(name: string, stated: StatedParameters = {}): number | null {
  const head = name.slice(0, 4000);
  const code = NAMES.find(([pattern]) => pattern.test(head))?.[1] ?? null;
  return code !== null && agrees(code, stated) ? code : null;
}

/** Web Mercator and the homolosine have their origin at 0 N 0 E, and no parallel but the equator. */
const AT_NULL: ConicParameters = [0, 0, 0, 0];

function agrees(code: number, { longitude, latitude, parallels, falseEasting, falseNorthing }: StatedParameters): boolean {
  const [ownLongitude, ownLatitude, first, second, east = 0, north = 0] = conicParameters(code) ?? AT_NULL;
  const isSame = (stated: number | undefined, own: number): boolean => stated === undefined || Math.abs(stated - own) < 1e-6;
  const [one, other] = parallels ?? [];
  const sameParallels = (isSame(one, first) && isSame(other, second)) || (isSame(one, second) && isSame(other, first));
  return isSame(longitude, ownLongitude) && isSame(latitude, ownLatitude) && isSame(falseEasting, east) && isSame(falseNorthing, north) && sameParallels;
}

function webMercator([longitude, latitude]: [number, number]): [number, number] {
  return [WGS84.radius * longitude * RADIANS, WGS84.radius * Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2))];
}
