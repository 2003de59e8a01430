import { layersBetween, type GridColumn, type GriddedDataset } from './dataset-definition';
import { AFRICA } from './regions';

/** Depth slices of GlobalSoilMap. */
const SLICES = layersBetween(0, 5, 15, 30, 60, 100, 200);

const cell = (property: number, originalName: string, originalUnit: string, scale: number): GridColumn => ({
  property,
  originalName,
  originalUnit,
  method: 'predicted',
  scale,
});

/** The grids of the synthetic world. */
export const GRIDDED_DATASETS: readonly GriddedDataset[] = [
  {
    kind: 'grid',
    identifier: 101,
    name: 'World soil grids (synthetic)',
    description:
      '<p>SYNTHETIC. Predictions of <b>basic soil properties</b> for six depth slices, as a <a href="https://example.org/world-grids">world-wide grid</a>.</p>',
    url: 'https://example.org/world-grids',
    author: 'Sandbox Institute for Invented Soils',
    licence: 'CC-BY-4.0',
    locked: false,
    regions: [],
    firstYear: 1960,
    lastYear: 2020,
    storage: 'float32',
    depths: SLICES,
    columns: [
      cell(201, 'phh2o_mean', 'pH', 1),
      cell(202, 'clay_mean', '%', 1),
      cell(203, 'silt_mean', '%', 1),
      cell(204, 'sand_mean', '%', 1),
      cell(205, 'soc_mean', 'g/kg', 1),
      cell(209, 'bdod_mean', 'g/cm3', 1),
    ],
  },
  {
    kind: 'grid',
    identifier: 103,
    name: 'World soil water and texture grid (synthetic)',
    description: 'SYNTHETIC. Available water capacity, in tenths of a percent by volume.',
    author: 'Bureau of Imaginary Hydrology',
    licence: 'CC0-1.0',
    locked: false,
    regions: [],
    firstYear: 1980,
    lastYear: 2018,
    storage: 'int16',
    depths: layersBetween(0, 30, 100),
    columns: [cell(211, 'awc_mean', 'vol % x 10', 0.1)],
  },
  {
    kind: 'grid',
    identifier: 106,
    name: 'African soil grids (synthetic)',
    description: 'SYNTHETIC. Whole numbers that need their factor: pH and clay x 10, nitrogen x 100.',
    url: 'https://example.org/african-grids',
    author: 'Sandbox Institute for Invented Soils',
    licence: 'CC-BY-4.0',
    locked: false,
    regions: AFRICA,
    firstYear: 2001,
    lastYear: 2017,
    storage: 'int16',
    depths: layersBetween(0, 20, 50),
    columns: [
      cell(201, 'sol_ph_h2o', 'pH x 10', 0.1),
      cell(202, 'sol_clay_tot_psa', '% x 10', 0.1),
      cell(206, 'sol_n_tot_ncs', 'g/kg x 100', 0.01),
    ],
  },
];
