import { byName, type KnownDataset } from './data-source';
import { licenceAllowed } from './licence';
import { Remembered } from './remembered';
import type { SoilRecord } from './soil-record';

/** Lets records of certain licences through, or all if none are given. A record that states none has its dataset's; with neither, it stays out. */
export class LicenceFilter {
  private readonly narrows: boolean;
  private readonly verdicts: Remembered<boolean>;
  private readonly ofDataset: Remembered<string | null>;

  /** @param known what discovery knew of the datasets */
  constructor(allowed: readonly string[] = [], known: readonly KnownDataset[] = []) {
    this.narrows = allowed.length > 0;
    this.verdicts = new Remembered((licence) => licenceAllowed(licence, allowed));
    const aboutOf = byName(known);
    this.ofDataset = new Remembered((dataset) => aboutOf(dataset)?.licence ?? null);
  }

  passes({ dataset, licence }: Pick<SoilRecord, 'dataset' | 'licence'>): boolean {
    if (!this.narrows) return true;
    const own = licence ?? (dataset === null ? null : this.ofDataset.of(dataset));
    return own !== null && this.verdicts.of(own);
  }
}
