import type { SoilRecord } from './soil-record';

/** A dataset behind the numbers, as `msg.soil.source` names it. */
export interface DataSource {
  identifier?: number;
  /** Empty where the records name no dataset. */
  name: string;
  licence: string | null;
  author?: string;
  url?: string;
  /** Ready to print beside the numbers. */
  attribution: string;
  /** Present where discovery told. */
  locked?: boolean;
  /** Present, and true, where no licence is stated: ask the source before using the numbers. */
  unlicensed?: true;
  /** How many records come from it. */
  records: number;
}

/** What discovery knew of a dataset. */
export interface KnownDataset {
  identifier?: number;
  name: string;
  licence?: string | null;
  author?: string;
  url?: string;
  locked?: boolean;
}

/** Counts the records of each dataset, and their licences. */
export class SourceTally {
  private readonly datasets = new Map<string | null, { records: number; licences: Set<string> }>();

  add(record: Pick<SoilRecord, 'dataset' | 'licence'>): void {
    let entry = this.datasets.get(record.dataset);
    if (!entry) {
      entry = { records: 0, licences: new Set() };
      this.datasets.set(record.dataset, entry);
    }
    entry.records += 1;
    if (record.licence !== null) entry.licences.add(record.licence);
  }

  /**
   * The datasets so far, those with most records first, joined with what discovery knew of them by name.
   *
   * @param retrieved when the data came from the service
   */
  list(known: readonly KnownDataset[], retrieved: Date): DataSource[] {
    const sources = [...this.datasets].map(([name, { records, licences }]) => {
      const about = known.find((one) => one.name === name);
      const licence = licences.size > 0 ? [...licences].join('; ') : (about?.licence ?? null);
      const source: DataSource = { name: name ?? '', licence, attribution: attribution(name, licence, about, retrieved), records };
      if (about?.identifier !== undefined) source.identifier = about.identifier;
      if (about?.locked !== undefined) source.locked = about.locked;
      if (about?.author !== undefined) source.author = about.author;
      if (about?.url !== undefined) source.url = about.url;
      if (licence === null) source.unlicensed = true;
      return source;
    });
    return sources.sort((a, b) => b.records - a.records);
  }
}

/** Who, what, under which licence, where, when. */
function attribution(name: string | null, licence: string | null, about: KnownDataset | undefined, retrieved: Date): string {
  const parts = [
    about?.author,
    name ?? 'Dataset not named',
    licence === null ? 'No licence stated: ask the source before use' : `Licence: ${licence}`,
    about?.url,
    `Retrieved ${retrieved.toISOString().slice(0, 10)}`,
  ];
  return parts.filter((part) => part !== undefined && part !== '').join('. ');
}
