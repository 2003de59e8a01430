import { type DepthSlice, overlaps } from './depth-slice';
import type { Profile, Series } from './record-series';

/** Where the numbers of a row come from. Plain JSON. */
export interface Provenance {
  datasets: string[];
  /** The licences that the records state; `null` among them where some state none. */
  licences: (string | null)[];
  /** Sampling dates of the oldest and the newest record that tells its date, to the day; `null` where none does. */
  dateFrom: string | null;
  dateTo: string | null;
}

/** Gathers where the numbers of a row come from. */
export class ProvenanceTally {
  private readonly datasets = new Set<string>();
  private readonly licences = new Set<string | null>();
  private dateFrom: string | null = null;
  private dateTo: string | null = null;

  /** @param series what the profile tells, of which the layers within the slice count */
  add({ dataset, date }: Profile, series: readonly Series[], slice: DepthSlice): void {
    if (dataset !== null) this.datasets.add(dataset);
    for (const { layers } of series) for (const layer of layers) if (overlaps(layer, slice)) this.licences.add(layer.licence);
    this.addDates(date, date);
  }

  /** What another row is made of, where rows become one. */
  addRow({ datasets, licences, dateFrom, dateTo }: Provenance): void {
    for (const dataset of datasets) this.datasets.add(dataset);
    for (const licence of licences) this.licences.add(licence);
    this.addDates(dateFrom, dateTo);
  }

  describe(): Provenance {
    const stated = [...this.licences].filter((licence) => licence !== null).sort();
    return {
      datasets: [...this.datasets].sort(),
      licences: this.licences.has(null) ? [...stated, null] : stated,
      dateFrom: this.dateFrom,
      dateTo: this.dateTo,
    };
  }

  /** ISO dates sort as text; of a year and a day in it, the year is the earlier one. */
  private addDates(from: string | null, to: string | null): void {
    if (from !== null && (this.dateFrom === null || from < this.dateFrom)) this.dateFrom = from;
    if (to !== null && (this.dateTo === null || to > this.dateTo)) this.dateTo = to;
  }
}
