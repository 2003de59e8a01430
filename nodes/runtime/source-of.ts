import type { SoilRecord } from '../../src/records/soil-record';
import type { SoilSource, SourceDataset } from './soil-message';

/** What the records are: their datasets with licence and count, joined with what discovery knew of them. */
export function sourceOf(records: readonly SoilRecord[], known: SoilSource | undefined, synthetic: boolean): SoilSource {
  const datasets = new Map<string, SourceDataset>();
  for (const { dataset, licence } of records) {
    const name = dataset ?? '';
    const entry = datasets.get(name) ?? { ...known?.datasets.find((one) => one.name === name), name, licence, records: 0 };
    entry.licence ??= licence;
    entry.records = (entry.records ?? 0) + 1;
    datasets.set(name, entry);
  }
  return { datasets: [...datasets.values()], retrieved: new Date().toISOString(), synthetic };
}
