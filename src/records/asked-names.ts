import type { ReadOptions } from './export-reading';
import { readPropertyName } from './fields/property-name';
import { NameFilter } from './name-filter';

/** Everything in the files was turned away by filters that each met a name, but never together. */
export const NEVER_TOGETHER = 'Everything in the files belongs to datasets or soil properties other than those asked for.';

/** Lets through what has the name of a dataset, and that of a soil property, that were asked for. */
export class AskedNames {
  private datasets: NameFilter;
  private properties: NameFilter;

  constructor({ datasets, properties }: ReadOptions) {
    this.datasets = new NameFilter('dataset', datasets);
    // A depth counts in neither name: only of what is sorted by size, records may keep one in theirs.
    this.properties = new NameFilter('soil property', properties, (name) => readPropertyName(name.trim()).property);
  }

  passes({ dataset, property }: { dataset: string | null; property: string }): boolean {
    const [byDataset, byProperty] = [this.datasets.passes(dataset), this.properties.passes(property)];
    if (byDataset !== byProperty) (byDataset ? this.properties : this.datasets).noteLeftOutAlone();
    return byDataset && byProperty;
  }

  /** The names that nothing carried so far. */
  get missing(): string[] {
    return this.filters.flatMap(({ missing }) => missing);
  }

  /** A sentence for datasets, and one for properties, where their names may be spelled otherwise in the files. */
  get doubts(): string[] {
    return this.filters.flatMap(({ doubt }) => doubt ?? []);
  }

  /** Whether there are names of which not one was met. */
  get areUnmet(): boolean {
    return this.filters.some(({ metNone }) => metNone);
  }

  /** From now on, names of which not one was met narrow nothing. Gives the doubts about those. */
  dropUnmet(): string[] {
    const doubts = this.filters.flatMap(({ metNone, doubt }) => (metNone ? (doubt ?? []) : []));
    if (this.datasets.metNone) this.datasets = new NameFilter('dataset');
    if (this.properties.metNone) this.properties = new NameFilter('soil property');
    return doubts;
  }

  private get filters(): NameFilter[] {
    return [this.datasets, this.properties];
  }
}
