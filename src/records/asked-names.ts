import { tidied } from '../text/folded';
import type { ReadOptions } from './export-reading';
import { readPropertyName } from './fields/property-name';
import { NameFilter } from './name-filter';

/** Each filter let some records through, but no record passed both. */
export const NEVER_TOGETHER = 'Everything in the files belongs to datasets or soil properties other than those asked for.';

/** Lets a record through if both its dataset and its soil property were asked for. */
export class AskedNames {
  private datasets: NameFilter;
  private properties: NameFilter;

  constructor({ datasets, properties }: ReadOptions) {
    this.datasets = new NameFilter('dataset', datasets);
    // Names are compared without their depths: records keep one only in names of things sorted by size (`Gravel 2-6 cm`).
    this.properties = new NameFilter('soil property', properties, (name) => readPropertyName(tidied(name)).property);
  }

  passes({ dataset, property }: { dataset: string | null; property: string }): boolean {
    const [byDataset, byProperty] = [this.datasets.passes(dataset), this.properties.passes(property)];
    if (byDataset !== byProperty) (byDataset ? this.properties : this.datasets).noteLeftOutAlone();
    return byDataset && byProperty;
  }

  /** The names not met so far. */
  get missing(): string[] {
    return this.filters.flatMap(({ missing }) => missing);
  }

  /** At most one sentence for datasets and one for properties: their names may be spelled differently in the files. */
  get doubts(): string[] {
    return this.filters.flatMap(({ doubt }) => doubt ?? []);
  }

  /** Whether a filter has names and met none of them. */
  get areUnmet(): boolean {
    return this.filters.some(({ metNone }) => metNone);
  }

  /** Removes each filter that met none of its names. Returns the doubts about them. */
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
