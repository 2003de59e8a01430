import { getOrInsert } from '../maps/get-or-insert';
import { NumberedTexts } from '../text/numbered-texts';
import type { Steps } from '../time/steps';
import { type DepthSlice, overlaps } from './depth-slice';
import type { Place } from './place-group';
import { type Provenance, ProvenanceTally } from './provenance';
import { type Profile, type Series, type SoundLayer, soundLayers } from './record-series';
import { coversEnough, sliceMean, sliceSum, type SliceMean } from './slice-mean';
import { statisticsOf, type Statistics } from './statistics';
import { tidy } from './tidy';
import { addsUpOverDepth } from './units/summed-over-depth';

/** The values of one property in one slice at one place. Plain JSON. */
export interface ProfileSlice extends Statistics, Place, Provenance {
  property: string;
  unit: string | null;
  method: string;
  depthTop: number;
  depthBottom: number;
  /**
   * Mean share of the slice that data cover, 0 to 1, over the profiles that count (`n`); if none counts, over those whose coverage was
   * too small.
   */
  coverage: number;
  /** Layers (records) behind the value. */
  records: number;
}

/** The rows of one place, by property, unit, method and slice. */
export class SliceGroups {
  private readonly groups = new Map<string, SliceGroup>();
  private readonly texts = new NumberedTexts();

  constructor(
    private readonly place: Place,
    private readonly slices: readonly DepthSlice[],
    private readonly minimumCoverage: number,
  ) {}

  /**
   * Returns how many layers could not be used, because they add up over depth and fill no slice. In steps: records without a place are one profile,
   * however many they are.
   */
  *add(profile: Profile): Steps<number> {
    let unused = 0;
    for (const series of profile.series) {
      const layers = soundLayers(series);
      const isSummed = addsUpOverDepth(series.unit, series.property);
      const left = new Set(isSummed ? layers.filter((layer) => this.slices.some((slice) => overlaps(layer, slice))) : []);
      for (const [index, slice] of this.slices.entries()) {
        yield;
        const found = yield* (isSummed ? sliceSum : sliceMean)(layers, slice);
        if (found === null) continue;
        for (const layer of left) if (layer.top >= slice.top && layer.bottom <= slice.bottom) left.delete(layer);
        this.of(series, index).add(found, profile);
      }
      unused += left.size;
    }
    return unused;
  }

  /** @param index of the slice */
  of(series: Series, index: number): SliceGroup {
    const key = `${this.texts.keyOf(series.property, series.unit, series.method)} ${index}`;
    return getOrInsert(this.groups, key, () => new SliceGroup(this.place, series, this.slices[index]!, this.minimumCoverage));
  }

  all(): Iterable<SliceGroup> {
    return this.groups.values();
  }
}

/** One property in one slice at one place: the means of its profiles. */
class SliceGroup {
  private readonly means: number[] = [];
  private readonly provenance = new ProvenanceTally();
  private counted = { coverage: 0, records: 0 };
  private tooSmall = { coverage: 0, profiles: 0 };

  constructor(
    private readonly place: Place,
    private readonly series: Series,
    private readonly slice: DepthSlice,
    private readonly minimumCoverage: number,
  ) {}

  add({ mean, coverage, layers }: SliceMean<SoundLayer>, profile: Profile): void {
    if (!coversEnough(coverage, this.minimumCoverage)) {
      this.tooSmall.coverage += coverage;
      this.tooSmall.profiles += 1;
      return;
    }
    this.means.push(mean);
    this.counted.coverage += coverage;
    this.counted.records += layers.length;
    this.provenance.add(profile, layers);
  }

  describe(): ProfileSlice {
    const { property, unit, method } = this.series;
    const n = this.means.length;
    const coverage = n > 0 ? this.counted.coverage / n : this.tooSmall.coverage / this.tooSmall.profiles;
    const { lon, lat, h3 } = this.place;
    const { mean, median, sd, p5, p95 } = statisticsOf(this.means);
    const { datasets, licences, dateFrom, dateTo } = this.provenance.describe();
    // Field by field: V8 gives each object that grew from a spread a hidden class of its own, which takes more memory than the row.
    return {
      lon,
      lat,
      h3,
      property,
      unit,
      method,
      depthTop: this.slice.top,
      depthBottom: this.slice.bottom,
      n,
      mean: tidyOrNull(mean),
      median: tidyOrNull(median),
      sd: tidyOrNull(sd),
      p5: tidyOrNull(p5),
      p95: tidyOrNull(p95),
      coverage: tidy(coverage),
      records: this.counted.records,
      datasets,
      licences,
      dateFrom,
      dateTo,
    };
  }
}

/** A value that overflows a float is of no use: `null`. */
function tidyOrNull(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : tidy(value);
}
