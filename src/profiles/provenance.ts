import type { Profile, ToldLayer } from './record-series';

/** Where the numbers of a row come from. Plain JSON. */
export interface Provenance {
  datasets: string[];
  /** The licences that the records state; `null` among them if some state none. */
  licences: (string | null)[];
  /** The oldest and the newest sampling date of the records, to the day; `null` if none has one. */
  dateFrom: string | null;
  dateTo: string | null;
}

/** Gathers where the numbers of a row come from. */
export class ProvenanceTally {
  private readonly datasets = new Set<string>();
  private readonly licences = new Set<string | null>();
  private dateFrom: string | null = null;
  private dateTo: string | null = null;

  /** @param layers of the profile, behind the number: one of another depth may have another licence */
  add({ dataset, date }: Profile, layers: Iterable<Pick<ToldLayer, 'licence'>>): void {
    if (dataset !== null) this.datasets.add(dataset);
    for (const { licence } of layers) this.licences.add(licence);
    this.addDates(date, date);
  }

  /** Adds the provenance of another row, when rows are merged. */
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

  /** ISO dates sort as text; a bare year sorts before the days in it. */
  private addDates(from: string | null, to: string | null): void {
    if (from !== null && (this.dateFrom === null || from < this.dateFrom)) this.dateFrom = from;
    if (to !== null && (this.dateTo === null || to > this.dateTo)) this.dateTo = to;
  }
}
