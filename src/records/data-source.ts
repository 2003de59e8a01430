import { getOrInsert } from '../maps/get-or-insert';
import { counted } from '../text/counted';
import { folded } from '../text/folded';
import { canonicalLicence } from './licence';
import type { SoilRecord } from './soil-record';

/** A dataset as discovery and the records describe it. */
interface Described {
  identifier?: number;
  /** `null` if the records, or the service, name no dataset. */
  name: string | null;
  licence: string | null;
  author?: string;
  url?: string;
  /** Present if discovery states it. */
  locked?: boolean;
}

/** A dataset behind the numbers, as `msg.soil.source` names it. */
export interface DataSource extends Described {
  /** Ready to print beside the numbers. */
  attribution: string;
  /** Present, and true, if some of its records have no stated licence: ask the source before using the numbers. */
  unlicensed?: true;
  /** Beside `unlicensed`: for how many of the records. */
  unlicensedRecords?: number;
  /** How many records come from it. */
  records: number;
}

/** A dataset that was asked for, but is missing from the numbers in part or as a whole. */
export interface LeftOutSource extends Described {
  /** `licence`: not one of those allowed. `locked`: locked for download, so the service gave nothing. */
  reason: 'licence' | 'locked';
  /** How many records were left out; `null` for a locked dataset, where nobody knows. */
  records: number | null;
}

/** What discovery knew of a dataset. */
export type KnownDataset = Omit<Described, 'name' | 'licence'> & { name: string } & Partial<Pick<Described, 'licence'>>;

interface Entry {
  records: number;
  licences: Set<string>;
  unstated: number;
}

/** No source has more datasets, and no dataset more licences: a file with more has something else in the column. */
const MOST_DATASETS = 1_000;
const MOST_LICENCES = 20;
/** Stands for all datasets beyond the first thousand. */
const MORE_DATASETS = '(more datasets)';
const MORE_LICENCES = '(more licences)';

type Licensed = Pick<SoilRecord, 'dataset' | 'licence'>;

/** Counts the records of each dataset and their licences, separately for those taken and those left out because of their licence. */
export class SourceTally {
  private readonly taken = new Map<string | null, Entry>();
  private readonly leftOut = new Map<string | null, Entry>();

  add(record: Licensed): void {
    count(this.taken, record);
  }

  /** Counts a record whose licence is not one of those allowed. */
  leaveOut(record: Licensed): void {
    count(this.leftOut, record);
  }

  /**
   * The datasets so far, those with most records first, with what discovery knew of them. Names match in any letter case.
   *
   * @param retrieved when the data came from the service
   */
  list(known: readonly KnownDataset[], retrieved: Date): DataSource[] {
    const aboutOf = byName(known);
    const sources = [...this.taken].map(([name, entry]): DataSource => {
      const about = aboutOf(name);
      const { licence, unstated } = licenceOf(entry, about);
      const dataset = described(name, licence, about);
      return {
        ...dataset,
        attribution: attribution(dataset, { records: entry.records, unstated }, retrieved),
        ...(unstated > 0 ? { unlicensed: true, unlicensedRecords: unstated } : {}),
        records: entry.records,
      };
    });
    return sources.sort((a, b) => b.records - a.records);
  }

  /**
   * What the numbers lack: records whose licence is not allowed, and datasets that are locked for download and gave nothing.
   *
   * @param known datasets that were asked for, as discovery described them
   */
  listLeftOut(known: readonly KnownDataset[]): LeftOutSource[] {
    const aboutOf = byName(known);
    const byLicence = [...this.leftOut].map(([name, entry]): LeftOutSource => {
      const about = aboutOf(name);
      return { ...described(name, licenceOf(entry, about).licence, about), reason: 'licence', records: entry.records };
    });
    const met = new Set([...this.taken.keys(), ...this.leftOut.keys()].map((name) => name && folded(name)));
    const locked = known
      .filter(({ name, locked: isLocked }) => isLocked === true && !met.has(folded(name)))
      .map((about): LeftOutSource => ({ ...described(about.name || null, about.licence ?? null, about), reason: 'locked', records: null }));
    return [...byLicence.sort((a, b) => b.records! - a.records!), ...locked];
  }
}

/**
 * What discovery knew of each dataset, by its name in any letter case, as files may use another. If several datasets share a name, only what they
 * agree on, as nobody knows which of them a record belongs to. If one dataset is described twice, the first description counts.
 */
export function byName(known: readonly KnownDataset[]): (name: string | null) => KnownDataset | undefined {
  const named = new Map<string, KnownDataset>();
  for (const one of known) {
    const key = folded(one.name);
    const before = named.get(key);
    if (!before) named.set(key, one);
    else if (before.identifier !== one.identifier && one.identifier !== undefined) named.set(key, commonOf(before, one));
  }
  return (name) => (name === null ? undefined : named.get(folded(name)));
}

function commonOf(one: KnownDataset, other: KnownDataset): KnownDataset {
  const same = <Field extends keyof KnownDataset>(field: Field): KnownDataset[Field] | undefined => (one[field] === other[field] ? one[field] : undefined);
  return { name: one.name, licence: same('licence') ?? null, author: same('author'), url: same('url'), locked: same('locked') };
}

function count(entries: Map<string | null, Entry>, { dataset, licence }: Licensed): void {
  const name = entries.has(dataset) || entries.size < MOST_DATASETS ? dataset : MORE_DATASETS;
  const entry = getOrInsert(entries, name, () => ({ records: 0, licences: new Set<string>(), unstated: 0 }));
  entry.records += 1;
  if (licence === null) entry.unstated += 1;
  else entry.licences.add(entry.licences.size < MOST_LICENCES || entry.licences.has(licence) ? licence : MORE_LICENCES);
}

/** The licences that the records state, each once however it is spelled; records that state none have that of the dataset. */
function licenceOf({ licences, unstated }: Entry, about: KnownDataset | undefined): { licence: string | null; unstated: number } {
  const ofDataset = about?.licence ?? null;
  const spellings = new Map<string, string>();
  for (const text of unstated > 0 && ofDataset !== null ? [...licences, ofDataset] : licences) {
    const canonical = canonicalLicence(text);
    if (!spellings.has(canonical)) spellings.set(canonical, text);
  }
  return { licence: [...spellings.values()].join('; ') || null, unstated: ofDataset === null ? unstated : 0 };
}

function described(name: string | null, licence: string | null, about: KnownDataset | undefined): Described {
  return {
    name,
    licence,
    ...(about?.identifier === undefined ? {} : { identifier: about.identifier }),
    ...(about?.locked === undefined ? {} : { locked: about.locked }),
    ...(about?.author === undefined ? {} : { author: about.author }),
    ...(about?.url === undefined ? {} : { url: about.url }),
  };
}

/** Who, what, under which licence, where, when. */
function attribution({ name, licence, author, url }: Described, { records, unstated }: Omit<Entry, 'licences'>, retrieved: Date): string {
  const part = unstated > 0 ? ` (not stated for ${unstated} of ${counted(records, 'record')}: ask the source before use)` : '';
  const parts = [
    author,
    name ?? 'Dataset not named',
    licence === null ? 'No licence stated: ask the source before use' : `Licence: ${licence}${part}`,
    url,
    `Retrieved ${retrieved.toISOString().slice(0, 10)}`,
  ];
  return parts.filter((one) => one !== undefined && one !== '').join('. ');
}
