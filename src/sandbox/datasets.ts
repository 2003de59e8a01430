import type { Box } from './lattice';

/** How a point dataset gives one property. */
export interface SourceColumn {
  property: number;
  /** The property's name at the source. */
  originalName: string;
  /** Unit at the source, and what a harmonised value is multiplied with to get there. */
  originalUnit: string;
  factor: number;
  method: string;
  /** What this method gives above or below the harmonised value (pH in CaCl2 is lower than in water). */
  shift?: number;
}

interface DatasetDefinition {
  identifier: number;
  name: string;
  /** May hold HTML, as real catalogues do. */
  description: string;
  url?: string;
  author?: string;
  /** Absent where the source gives none. */
  licence?: string;
  locked: boolean;
  /** Where it has data. None: the whole land. */
  regions: readonly Box[];
  firstYear: number;
  lastYear: number;
  publicationDate: string;
}

/** Observed profiles: values at places, with the flaws of real collections. */
export interface PointDataset extends DatasetDefinition {
  kind: 'point';
  columns: readonly SourceColumn[];
  /** Depth intervals in cm. */
  depths: readonly (readonly [top: number, bottom: number])[];
  /** Share of the sites of the synthetic world at which it has a profile. */
  density: number;
  dates: 'days' | 'years';
  /** Shares of profiles without a date, and of rows without a unit, without a value, and that come twice. */
  undated: number;
  unitless: number;
  valueless: number;
  repeated: number;
}

/** Predicted grids: one value for each cell and depth. */
export interface GriddedDataset extends DatasetDefinition {
  kind: 'grid';
  columns: readonly (SourceColumn & {
    /** How the stored number becomes the harmonised value: stored x scale. 1 where stored as it is. */
    scale: number;
  })[];
  depths: readonly (readonly [top: number, bottom: number])[];
  /** Numbers as stored in the file. */
  storage: 'float32' | 'int16';
}

export type SyntheticDataset = PointDataset | GriddedDataset;

const box = (west: number, south: number, east: number, north: number): Box => ({ west, south, east, north });
const EUROPE = [box(-25, 34, 45, 72)];
const AFRICA = [box(-18, -36, 52, 37)];
const NORTH_AMERICA = [box(-170, 15, -52, 75)];
const SOUTH_AMERICA = [box(-82, -56, -34, 13)];
const ASIA = [box(60, -11, 150, 50)];
const OCEANIA = [box(112, -50, 180, 0), box(-180, -30, -150, 0)];

/** Depth slices of GlobalSoilMap. */
const SLICES = [
  [0, 5],
  [5, 15],
  [15, 30],
  [30, 60],
  [60, 100],
  [100, 200],
] as const;

const column = (property: number, originalName: string, originalUnit: string, factor: number, method: string, shift?: number): SourceColumn => ({
  property,
  originalName,
  originalUnit,
  factor,
  method,
  ...(shift === undefined ? {} : { shift }),
});
const cell = (property: number, originalName: string, originalUnit: string, scale: number): GriddedDataset['columns'][number] => ({
  ...column(property, originalName, originalUnit, 1 / scale, 'predicted'),
  scale,
});

const pipette = 'pipette';
const hydrometer = 'hydrometer';

/** Every dataset of the synthetic world. */
export const DATASETS: readonly SyntheticDataset[] = [
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
    publicationDate: '2020-05-04',
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
    kind: 'point',
    identifier: 102,
    name: 'World soil profiles (synthetic)',
    description:
      'SYNTHETIC. Profiles from many invented surveys, <i>harmonised</i>&nbsp;and then un-harmonised again:<ul><li>pH by two methods</li><li>dates as bare years</li></ul>',
    url: 'https://example.org/world-profiles',
    author: 'Sandbox Institute for Invented Soils',
    licence: 'CC-BY-NC-4.0',
    locked: false,
    regions: [],
    firstYear: 1955,
    lastYear: 2016,
    publicationDate: '2019-11-12',
    density: 0.22,
    dates: 'years',
    undated: 0.2,
    unitless: 0.2,
    valueless: 0.03,
    repeated: 0.12,
    depths: [
      [0, 12],
      [12, 28],
      [28, 55],
      [55, 90],
      [90, 140],
    ],
    columns: [
      column(201, 'PHAQ', 'pH', 1, 'in water, 1:2.5'),
      column(201, 'PHCA', 'pH', 1, 'in 0.01 M CaCl2', -0.6),
      column(202, 'CLPC', '%', 1, pipette),
      column(203, 'STPC', '%', 1, pipette),
      column(204, 'SDTO', '%', 1, pipette),
      column(205, 'ORGC', 'g/kg', 1, 'wet oxidation'),
      column(206, 'TOTN', 'g/kg', 1, 'Kjeldahl'),
      column(207, 'CECS', 'cmol(c)/kg', 1, 'ammonium acetate, pH 7'),
      column(208, 'ELCO', 'mS/cm', 1, 'saturated paste'),
      column(209, 'BDFI', 'kg/m3', 1000, 'core'),
      column(210, 'CFVO', 'vol %', 1, 'estimated in the field'),
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
    publicationDate: '2018-02-01',
    storage: 'int16',
    depths: [
      [0, 30],
      [30, 100],
    ],
    columns: [cell(211, 'awc_mean', 'vol % x 10', 0.1)],
  },
  {
    kind: 'point',
    identifier: 104,
    name: 'European topsoil survey (synthetic)',
    description: 'SYNTHETIC. Topsoil samples on a regular survey, with the day of sampling.<br/>See <a href="https://example.org/topsoil">the site</a>.',
    url: 'https://example.org/topsoil',
    author: 'Sandbox Topsoil Network',
    licence: 'CC-BY-4.0',
    locked: false,
    regions: EUROPE,
    firstYear: 2009,
    lastYear: 2018,
    publicationDate: '2020-01-15',
    density: 0.3,
    dates: 'days',
    undated: 0.02,
    unitless: 0,
    valueless: 0.02,
    repeated: 0.02,
    depths: [[0, 20]],
    columns: [
      column(201, 'pH_H2O', 'pH', 1, 'in water, 1:5'),
      column(201, 'pH_CaCl2', 'pH', 1, 'in 0.01 M CaCl2', -0.5),
      column(202, 'clay', 'g/kg', 10, 'laser diffraction'),
      column(203, 'silt', 'g/kg', 10, 'laser diffraction'),
      column(204, 'sand', 'g/kg', 10, 'laser diffraction'),
      column(205, 'OC', 'g/kg', 1, 'dry combustion'),
      column(206, 'N', 'g/kg', 1, 'modified Kjeldahl'),
      column(208, 'EC', 'mS/m', 100, '1:5 extract'),
      column(210, 'coarse', '%', 1, 'sieving'),
    ],
  },
  {
    kind: 'point',
    identifier: 105,
    name: 'African soil profiles (synthetic)',
    description: 'SYNTHETIC. Legacy profiles, some of them very old. <p>Units were not always written down.</p>',
    url: 'https://example.org/african-profiles',
    author: 'Legacy Profile Rescue (invented)',
    licence: 'CC-BY-SA-4.0',
    locked: false,
    regions: AFRICA,
    firstYear: 1950,
    lastYear: 2012,
    publicationDate: '2014-06-30',
    density: 0.2,
    dates: 'years',
    undated: 0.3,
    unitless: 0.3,
    valueless: 0.05,
    repeated: 0.2,
    depths: [
      [0, 20],
      [20, 50],
      [50, 100],
    ],
    columns: [
      column(201, 'pH (water)', 'pH', 1, 'in water'),
      column(202, 'Clay fraction', 'g/kg', 10, hydrometer),
      column(203, 'Silt fraction', 'g/kg', 10, hydrometer),
      column(204, 'Sand fraction', 'g/kg', 10, hydrometer),
      column(205, 'Org. C', '%', 0.1, 'Walkley and Black'),
      column(206, 'Tot. N', '%', 0.1, 'Kjeldahl'),
      column(207, 'CEC', 'meq/100g', 1, 'ammonium acetate, pH 7'),
      column(212, 'Field texture', '', 1, 'by hand'),
    ],
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
    publicationDate: '2021-03-09',
    storage: 'int16',
    depths: [
      [0, 20],
      [20, 50],
    ],
    columns: [
      cell(201, 'sol_ph_h2o', 'pH x 10', 0.1),
      cell(202, 'sol_clay_tot_psa', '% x 10', 0.1),
      cell(206, 'sol_n_tot_ncs', 'g/kg x 100', 0.01),
    ],
  },
  {
    kind: 'point',
    identifier: 107,
    name: 'North American soil laboratory records (synthetic)',
    description: 'SYNTHETIC. Laboratory characterisation of horizons.',
    url: 'https://example.org/laboratory',
    author: 'Laboratory of Made-up Horizons',
    licence: 'PDDL-1.0',
    locked: false,
    regions: NORTH_AMERICA,
    firstYear: 1958,
    lastYear: 2019,
    publicationDate: '2020-09-01',
    density: 0.2,
    dates: 'days',
    undated: 0.1,
    unitless: 0.05,
    valueless: 0.02,
    repeated: 0.05,
    depths: [
      [0, 18],
      [18, 41],
      [41, 79],
      [79, 122],
    ],
    columns: [
      column(201, 'pH_H2O_1to1', 'pH', 1, 'in water, 1:1'),
      column(202, 'clay_total', '%', 1, pipette),
      column(203, 'silt_total', '%', 1, pipette),
      column(204, 'sand_total', '%', 1, pipette),
      column(205, 'carbon_org', '%', 0.1, 'dry combustion'),
      column(207, 'CEC7', 'cmol(c)/kg', 1, 'ammonium acetate, pH 7'),
      column(209, 'db_od', 'g/cm3', 1, 'clod, oven-dry'),
    ],
  },
  {
    kind: 'point',
    identifier: 108,
    name: 'South American field trials (synthetic)',
    description: 'SYNTHETIC. Plots of field trials. This dataset states no licence.',
    locked: false,
    regions: SOUTH_AMERICA,
    firstYear: 1995,
    lastYear: 2022,
    publicationDate: '2023-04-18',
    density: 0.25,
    dates: 'days',
    undated: 0,
    unitless: 0.1,
    valueless: 0.01,
    repeated: 0.3,
    depths: [
      [0, 10],
      [10, 20],
      [20, 40],
    ],
    columns: [
      column(201, 'pH CaCl2', 'pH', 1, 'in 0.01 M CaCl2', -0.6),
      column(202, 'Argila', 'g/kg', 10, hydrometer),
      column(203, 'Silte', 'g/kg', 10, hydrometer),
      column(204, 'Areia', 'g/kg', 10, hydrometer),
      column(205, 'COT', 'g/dm3', 1, 'wet oxidation'),
    ],
  },
  {
    kind: 'point',
    identifier: 109,
    name: 'Asian paddy and upland survey (synthetic)',
    description: 'SYNTHETIC. Paddy fields and the slopes above them.',
    url: 'https://example.org/paddy',
    author: 'Society of Fictional Paddies',
    licence: 'CC-BY-4.0',
    locked: false,
    regions: ASIA,
    firstYear: 1985,
    lastYear: 2021,
    publicationDate: '2022-08-08',
    density: 0.22,
    dates: 'years',
    undated: 0.1,
    unitless: 0.15,
    valueless: 0.02,
    repeated: 0.08,
    depths: [
      [0, 15],
      [15, 30],
      [30, 60],
    ],
    columns: [
      column(201, 'pH (1:2.5 KCl)', 'pH', 1, 'in 1 M KCl', -0.9),
      column(202, 'Clay', '%', 1, hydrometer),
      column(203, 'Silt', '%', 1, hydrometer),
      column(204, 'Sand', '%', 1, hydrometer),
      column(205, 'SOM / 1.724', 'g/kg', 1, 'loss on ignition'),
      column(208, 'EC(1:5)', 'dS/m', 1, '1:5 extract'),
    ],
  },
  {
    kind: 'point',
    identifier: 110,
    name: 'Oceanian soil sites (synthetic)',
    description: 'SYNTHETIC. Sites of the islands and of the dry continent.',
    url: 'https://example.org/sites',
    author: 'Collaboration of Imagined Sites',
    licence: 'CC-BY-4.0',
    locked: false,
    regions: OCEANIA,
    firstYear: 1965,
    lastYear: 2020,
    publicationDate: '2021-12-01',
    density: 0.22,
    dates: 'years',
    undated: 0.15,
    unitless: 0.1,
    valueless: 0.02,
    repeated: 0.05,
    depths: [
      [0, 10],
      [10, 30],
      [30, 60],
      [60, 100],
    ],
    columns: [
      column(201, '4A1', 'pH', 1, 'in water, 1:5'),
      column(201, '4B1', 'pH', 1, 'in 0.01 M CaCl2', -0.7),
      column(202, 'P10_NR_C', '%', 1, pipette),
      column(205, '6B1', '%', 0.1, 'dry combustion'),
      column(208, '3A1', 'dS/m', 1, '1:5 extract'),
    ],
  },
  {
    kind: 'point',
    identifier: 111,
    name: 'Soil life survey (synthetic)',
    description: 'SYNTHETIC. Microbial biomass of topsoils.',
    author: 'Institute of Invisible Animals',
    licence: 'CC-BY-4.0',
    locked: false,
    regions: [],
    firstYear: 2008,
    lastYear: 2023,
    publicationDate: '2024-02-29',
    density: 0.08,
    dates: 'days',
    undated: 0,
    unitless: 0,
    valueless: 0,
    repeated: 0,
    depths: [[0, 10]],
    columns: [column(213, 'MBC', 'ug/g', 1, 'chloroform fumigation and extraction')],
  },
  {
    kind: 'point',
    identifier: 112,
    name: 'Restricted farm records (synthetic, locked)',
    description: 'SYNTHETIC. Records of farms that did not agree to downloads: the metadata are public, the data are <strong>not</strong>.',
    author: 'Cooperative of Private Fields',
    licence: 'All rights reserved',
    locked: true,
    regions: [],
    firstYear: 2000,
    lastYear: 2024,
    publicationDate: '2024-12-31',
    density: 0.4,
    dates: 'days',
    undated: 0,
    unitless: 0,
    valueless: 0,
    repeated: 0,
    depths: [[0, 25]],
    columns: [column(201, 'pH', 'pH', 1, 'in water'), column(205, 'SOC', 'g/kg', 1, 'dry combustion')],
  },
];

/** Whether a dataset has data at a place (on land). */
export function covers(dataset: SyntheticDataset, longitude: number, latitude: number): boolean {
  if (dataset.regions.length === 0) return true;
  return dataset.regions.some(({ west, south, east, north }) => longitude >= west && longitude <= east && latitude >= south && latitude <= north);
}
