import { field, onSphere } from './noise';

/** Values of one layer of the synthetic soil, in harmonised units, not rounded except for the texture (see {@link Ground.layer}). */
export interface Layer {
  ph: number;
  /** Percent of the fine earth; the three add up to 100. */
  clay: number;
  silt: number;
  sand: number;
  /** g/kg */
  organicCarbon: number;
  /** g/kg */
  nitrogen: number;
  /** cmol(c)/kg */
  exchangeCapacity: number;
  /** dS/m */
  conductivity: number;
  /** g/cm3 */
  bulkDensity: number;
  /** vol % */
  coarseFragments: number;
  /** vol % */
  availableWater: number;
  textureClass: string;
  /** mg/kg */
  microbialCarbon: number;
}

/**
 * The synthetic soil at one place: invented, the same each time, without steps from place to place, and with the trends that soils show:
 * wet places are acid, cold and wet ones rich in carbon, carbon declines with depth while clay, stones and density grow.
 */
export class Ground {
  /** 0 (hot) to 1 (cold). */
  readonly cold: number;
  /** 0 (arid) to 1 (humid). */
  readonly wet: number;
  /** -1 to 1: the pattern that decides between land covers. */
  readonly use: number;
  /** -1 to 1: the pattern that decides between young and old, sandy and clayey soils. */
  readonly parent: number;
  private readonly clayey: number;
  private readonly sandy: number;
  private readonly fertile: number;
  private readonly stony: number;
  private readonly salty: number;

  constructor(longitude: number, latitude: number) {
    const point = onSphere(longitude, latitude);
    const poleward = Math.abs(latitude) / 90;
    this.cold = clamp(1.35 * poleward - 0.05 + 0.12 * field(point, 1), 0, 1);
    // Wet at the equator, dry around 25 degrees, wet again around 55: the belts of the planet.
    this.wet = clamp(0.55 + 0.28 * Math.cos((latitude * Math.PI) / 27) - 0.15 * poleward + 0.45 * field(point, 2), 0, 1);
    this.use = field(point, 3);
    this.parent = field(point, 4);
    this.clayey = field(point, 5);
    this.sandy = field(point, 6);
    this.fertile = field(point, 7);
    this.stony = field(point, 8);
    this.salty = field(point, 9);
  }

  /** The layer around a depth below the surface, in cm. */
  layer(depth: number): Layer {
    const texture = this.texture(depth);
    const { clay, silt, sand } = texture;
    const surfaceCarbon = Math.exp(1.9 + 1.5 * this.wet + 0.9 * this.cold + 0.9 * this.fertile);
    const organicCarbon = clamp(surfaceCarbon * (0.12 + 0.88 * Math.exp(-depth / 32)), 0.4, 240);
    const ph = clamp(8.3 - 2.9 * this.wet + 0.9 * this.parent + 0.35 * (1 - Math.exp(-depth / 50)), 3.6, 9.4);
    const nitrogen = organicCarbon / (10 + 4 * this.cold + 2 * this.use);
    return {
      clay,
      silt,
      sand,
      ph,
      organicCarbon,
      nitrogen,
      exchangeCapacity: 0.35 * clay + 0.2 * organicCarbon + 1.2,
      conductivity: clamp(Math.exp(-1.6 - 1.2 * this.wet + 2.2 * this.salty + 0.002 * depth), 0.02, 40),
      bulkDensity: clamp(1.68 - 0.09 * Math.sqrt(organicCarbon) + 0.0012 * depth - 0.002 * clay, 0.35, 1.9),
      coarseFragments: clamp(6 + 30 * this.stony + 0.06 * depth, 0, 80),
      availableWater: clamp(5 + 0.19 * silt + 0.06 * clay + 0.05 * organicCarbon, 4, 35),
      textureClass: textureClass(texture),
      microbialCarbon: 14 * organicCarbon * Math.exp(-depth / 60) * (1 - 0.3 * this.cold),
    };
  }

  /** Clay, silt and sand in tenths of a percent, rounded so that they add up to exactly 100. */
  private texture(depth: number): { clay: number; silt: number; sand: number } {
    const clay = Math.exp(1.7 * this.clayey - 0.3 + 0.5 * this.parent + 0.35 * (1 - Math.exp(-depth / 45)));
    const sand = Math.exp(2.3 * this.sandy + 0.25);
    const tenths = 1000 / (clay + sand + 1);
    const [clayTenths, sandTenths] = [Math.round(clay * tenths), Math.round(sand * tenths)];
    return { clay: clayTenths / 10, silt: (1000 - clayTenths - sandTenths) / 10, sand: sandTenths / 10 };
  }
}

/** The twelve classes of the texture triangle (USDA Soil Survey Manual, chapter 3). */
export function textureClass({ clay, silt, sand }: { clay: number; silt: number; sand: number }): string {
  if (silt + 1.5 * clay < 15) return 'Sand';
  if (silt + 2 * clay < 30) return 'Loamy sand';
  if (clay >= 40) return silt >= 40 ? 'Silty clay' : sand > 45 ? 'Sandy clay' : 'Clay';
  if (clay >= 35 && sand > 45) return 'Sandy clay';
  if (clay >= 27) return sand <= 20 ? 'Silty clay loam' : sand <= 45 ? 'Clay loam' : 'Sandy clay loam';
  if (clay >= 20 && silt < 28 && sand > 45) return 'Sandy clay loam';
  if (silt >= 80 && clay < 12) return 'Silt';
  if (silt >= 50) return 'Silt loam';
  if (clay >= 7 && sand <= 52) return 'Loam';
  return 'Sandy loam';
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
