import type { KnownDataset } from './data-source';
import { licenceAllowed } from './licence';
import { folded } from './name-filter';
import { Remembered } from './remembered';
import type { SoilRecord } from './soil-record';

/** Lets records of certain licences through; without licences, all. Where a record states none, that of its dataset holds; with neither it stays out: silence gives no right. */
export class LicenceFilter {
  private readonly narrows: boolean;
  private readonly verdicts: Remembered<boolean>;
  private readonly ofDataset = new Map<string, string | null>();
  private readonly keys = new Remembered(folded);

  /** @param known what discovery knew of the datasets */
  constructor(allowed: readonly string[] = [], known: readonly KnownDataset[] = []) {
    this.narrows = allowed.length > 0;
    this.verdicts = new Remembered((licence) => licenceAllowed(licence, allowed));
    for (const { name, licence } of known) if (!this.ofDataset.has(folded(name))) this.ofDataset.set(folded(name), licence ?? null);
  }

  passes({ dataset, licence }: Pick<SoilRecord, 'dataset' | 'licence'>): boolean {
    if (!this.narrows) return true;
    const own = licence ?? this.ofDataset.get(this.keys.of(dataset ?? '')) ?? null;
    return own !== null && this.verdicts.of(own);
  }
}
