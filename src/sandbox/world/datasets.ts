import type { SyntheticDataset } from './dataset-definition';
import { GRIDDED_DATASETS } from './gridded-datasets';
import { POINT_DATASETS } from './point-datasets';

/** Every dataset of the synthetic world, by identifier. */
export const DATASETS: readonly SyntheticDataset[] = [...GRIDDED_DATASETS, ...POINT_DATASETS].sort((a, b) => a.identifier - b.identifier);
