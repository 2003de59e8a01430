import { tidy } from './tidy';

/** Shares of the fine earth by mass, %. */
export interface ParticleSizes {
  sand: number;
  silt: number;
  clay: number;
}

/** The classes of a soil by its particle sizes. */
export interface TextureClass {
  /** One of the twelve classes of the USDA; `null` if the shares do not add up to 100. */
  usda: string | null;
  /** One of the five classes of HYPRES. */
  hypres: string | null;
}

/** How far the sum of the shares may be from 100, in percentage points. */
const TOLERANCE = 2;

/** For shares that do not add up to 100. */
export const NO_CLASS: TextureClass = { usda: null, hypres: null };

/** Whether shares add up to 100 %, within {@link TOLERANCE}. */
export function makesWhole({ sand, silt, clay }: ParticleSizes): boolean {
  return [sand, silt, clay].every((share) => share >= 0) && Math.abs(sand + silt + clay - 100) <= TOLERANCE + 1e-9;
}

/** Texture classes of a soil whose shares make a whole (see {@link makesWhole}): they are first scaled to exactly 100 %. */
export function textureClass({ sand, silt, clay }: ParticleSizes): TextureClass {
  const sum = sand + silt + clay;
  // Rounding errors of binary fractions would move a soil that lies on a limit (6.6 + 1.5 x 5.6 = 15) to its other side.
  const scaled = (share: number): number => tidy((share * 100) / sum);
  const parts = { sand: scaled(sand), silt: scaled(silt), clay: scaled(clay) };
  return { usda: usdaClass(parts), hypres: hypresClass(parts) };
}

/**
 * The twelve classes of the USDA texture triangle, by the definitions of the Soil Survey Manual (Soil Science Division Staff 2017, USDA
 * Handbook 18, chapter 3). Sand is 0.05 to 2 mm, silt 0.002 to 0.05 mm, clay below. The order of the tests leaves no gap between the
 * classes.
 */
function usdaClass({ sand, silt, clay }: ParticleSizes): string {
  if (tidy(silt + 1.5 * clay) < 15) return 'sand';
  if (tidy(silt + 2 * clay) < 30) return 'loamy sand';
  if (clay >= 40) {
    if (silt >= 40) return 'silty clay';
    return sand > 45 ? 'sandy clay' : 'clay';
  }
  if (clay >= 35 && sand > 45) return 'sandy clay';
  if (clay >= 27) {
    if (sand <= 20) return 'silty clay loam';
    if (sand <= 45) return 'clay loam';
  }
  if (clay >= 20 && silt < 28) return 'sandy clay loam';
  if (silt >= 80 && clay < 12) return 'silt';
  if (silt >= 50) return 'silt loam';
  return sand > 52 || clay < 7 ? 'sandy loam' : 'loam';
}

/**
 * The five classes of the European Soil Database, after the FAO soil map, and of HYPRES (attribute TEXT-SRF-DOM; Wösten et al. 1999,
 * Geoderma 90: 169-185), on the same limits of particle sizes.
 */
function hypresClass({ sand, clay }: ParticleSizes): string {
  if (clay >= 60) return 'very fine';
  if (clay >= 35) return 'fine';
  if (sand < 15) return 'medium fine';
  return clay < 18 && sand > 65 ? 'coarse' : 'medium';
}
