import type { Layer } from './ground';

/** A harmonised soil property of the synthetic world (specification, section 2.2). */
export interface PropertyDefinition {
  identifier: number;
  type: 'PhysicalProperty' | 'ChemicalProperty' | 'BiologicalProperty' | 'DerivedProperty';
  name: string;
  description?: string;
  /** Units with their codes; the first is the harmonised one. Classes have none. */
  units: readonly { text: string; code: string }[];
  /** Short name as file and band names carry it. */
  code: string;
  /** Decimals of a harmonised value. */
  decimals: number;
  valueOf(layer: Layer): number | string;
}

const QUDT = 'http://qudt.org/vocab/unit/';
const percent = { text: '%', code: `${QUDT}PERCENT` };
const gramsPerKilogram = { text: 'g/kg', code: `${QUDT}GM-PER-KiloGM` };

/** Every soil property, by identifier. */
export const SOIL_PROPERTIES: readonly PropertyDefinition[] = [
  {
    identifier: 201,
    type: 'ChemicalProperty',
    name: 'pH',
    description: 'Acidity or alkalinity of the soil, in whatever solution the source used.',
    units: [{ text: 'pH', code: `${QUDT}PH` }],
    code: 'ph',
    decimals: 1,
    valueOf: (layer) => layer.ph,
  },
  {
    identifier: 202,
    type: 'PhysicalProperty',
    name: 'Clay',
    description: 'Particles below 0.002 mm in the fine earth.',
    units: [percent, gramsPerKilogram],
    code: 'clay',
    decimals: 1,
    valueOf: (layer) => layer.clay,
  },
  {
    identifier: 203,
    type: 'PhysicalProperty',
    name: 'Silt',
    description: 'Particles of 0.002 to 0.05 mm in the fine earth.',
    units: [percent, gramsPerKilogram],
    code: 'silt',
    decimals: 1,
    valueOf: (layer) => layer.silt,
  },
  {
    identifier: 204,
    type: 'PhysicalProperty',
    name: 'Sand',
    description: 'Particles of 0.05 to 2 mm in the fine earth.',
    units: [percent, gramsPerKilogram],
    code: 'sand',
    decimals: 1,
    valueOf: (layer) => layer.sand,
  },
  {
    identifier: 205,
    type: 'ChemicalProperty',
    name: 'Organic carbon',
    units: [gramsPerKilogram, percent],
    code: 'soc',
    decimals: 1,
    valueOf: (layer) => layer.organicCarbon,
  },
  {
    identifier: 206,
    type: 'ChemicalProperty',
    name: 'Total nitrogen',
    units: [gramsPerKilogram, percent],
    code: 'nitrogen',
    decimals: 2,
    valueOf: (layer) => layer.nitrogen,
  },
  {
    identifier: 207,
    type: 'ChemicalProperty',
    name: 'Cation exchange capacity',
    description: 'Exchangeable cations that the soil can hold.',
    units: [{ text: 'cmol(c)/kg', code: 'cmol(c)/kg' }],
    code: 'cec',
    decimals: 1,
    valueOf: (layer) => layer.exchangeCapacity,
  },
  {
    identifier: 208,
    type: 'ChemicalProperty',
    name: 'Electrical conductivity',
    units: [
      { text: 'dS/m', code: `${QUDT}DeciS-PER-M` },
      { text: 'mS/cm', code: 'mS/cm' },
    ],
    code: 'ec',
    decimals: 2,
    valueOf: (layer) => layer.conductivity,
  },
  {
    identifier: 209,
    type: 'PhysicalProperty',
    name: 'Bulk density',
    description: 'Oven-dry mass of the fine earth in a volume of soil.',
    units: [
      { text: 'g/cm3', code: `${QUDT}GM-PER-CentiM3` },
      { text: 'kg/m3', code: `${QUDT}KiloGM-PER-M3` },
    ],
    code: 'bulk_density',
    decimals: 2,
    valueOf: (layer) => layer.bulkDensity,
  },
  {
    identifier: 210,
    type: 'PhysicalProperty',
    name: 'Coarse fragments',
    units: [{ text: 'vol %', code: 'vol %' }],
    code: 'coarse_fragments',
    decimals: 0,
    valueOf: (layer) => layer.coarseFragments,
  },
  {
    identifier: 211,
    type: 'DerivedProperty',
    name: 'Available water capacity',
    units: [{ text: 'vol %', code: 'vol %' }],
    code: 'awc',
    decimals: 1,
    valueOf: (layer) => layer.availableWater,
  },
  {
    identifier: 212,
    type: 'DerivedProperty',
    name: 'Texture class',
    description: 'Class of the USDA texture triangle.',
    units: [],
    code: 'texture_class',
    decimals: 0,
    valueOf: (layer) => layer.textureClass,
  },
  {
    identifier: 213,
    type: 'BiologicalProperty',
    name: 'Microbial biomass carbon',
    units: [{ text: 'mg/kg', code: `${QUDT}MilliGM-PER-KiloGM` }],
    code: 'microbial_carbon',
    decimals: 0,
    valueOf: (layer) => layer.microbialCarbon,
  },
];

/** The property with this identifier. */
export function propertyOf(identifier: number): PropertyDefinition {
  const found = SOIL_PROPERTIES.find((property) => property.identifier === identifier);
  if (!found) throw new RangeError(`no soil property ${identifier}`);
  return found;
}
