import type { Layer } from './ground';

/** A harmonised soil property of the synthetic world (specification, section 2.2). */
export interface PropertyDefinition {
  identifier: number;
  type: 'PhysicalProperty' | 'ChemicalProperty' | 'BiologicalProperty' | 'DerivedProperty';
  name: string;
  description?: string;
  /** Units with their codes; the first is the harmonised one. Classes have none. */
  units: readonly { text: string; code: string }[];
  /** Decimals of a harmonised value. */
  decimals: number;
  /** Which value of a layer it is. */
  value: keyof Layer;
}

const QUDT = 'http://qudt.org/vocab/unit/';
const percent = { text: '%', code: `${QUDT}PERCENT` };
const gramsPerKilogram = { text: 'g/kg', code: `${QUDT}GM-PER-KiloGM` };

/** Every soil property, by identifier. */
export const SOIL_PROPERTIES: readonly PropertyDefinition[] = [
  {
    identifier: 201, type: 'ChemicalProperty', name: 'pH', decimals: 1, value: 'ph',
    units: [{ text: 'pH', code: `${QUDT}PH` }],
    description: 'Acidity or alkalinity of the soil, in whatever solution the source used.',
  },
  {
    identifier: 202, type: 'PhysicalProperty', name: 'Clay', decimals: 1, value: 'clay',
    units: [percent, gramsPerKilogram],
    description: 'Particles below 0.002 mm in the fine earth.',
  },
  {
    identifier: 203, type: 'PhysicalProperty', name: 'Silt', decimals: 1, value: 'silt',
    units: [percent, gramsPerKilogram],
    description: 'Particles of 0.002 to 0.05 mm in the fine earth.',
  },
  {
    identifier: 204, type: 'PhysicalProperty', name: 'Sand', decimals: 1, value: 'sand',
    units: [percent, gramsPerKilogram],
    description: 'Particles of 0.05 to 2 mm in the fine earth.',
  },
  {
    identifier: 205, type: 'ChemicalProperty', name: 'Organic carbon', decimals: 1, value: 'organicCarbon',
    units: [gramsPerKilogram, percent],
  },
  {
    identifier: 206, type: 'ChemicalProperty', name: 'Total nitrogen', decimals: 2, value: 'nitrogen',
    units: [gramsPerKilogram, percent],
  },
  {
    identifier: 207, type: 'ChemicalProperty', name: 'Cation exchange capacity', decimals: 1, value: 'exchangeCapacity',
    units: [{ text: 'cmol(c)/kg', code: 'cmol(c)/kg' }],
    description: 'Exchangeable cations that the soil can hold.',
  },
  {
    identifier: 208, type: 'ChemicalProperty', name: 'Electrical conductivity', decimals: 2, value: 'conductivity',
    units: [{ text: 'dS/m', code: `${QUDT}DeciS-PER-M` }, { text: 'mS/cm', code: 'mS/cm' }],
  },
  {
    identifier: 209, type: 'PhysicalProperty', name: 'Bulk density', decimals: 2, value: 'bulkDensity',
    units: [{ text: 'g/cm3', code: `${QUDT}GM-PER-CentiM3` }, { text: 'kg/m3', code: `${QUDT}KiloGM-PER-M3` }],
    description: 'Oven-dry mass of the fine earth in a volume of soil.',
  },
  {
    identifier: 210, type: 'PhysicalProperty', name: 'Coarse fragments', decimals: 0, value: 'coarseFragments',
    units: [{ text: 'vol %', code: 'vol %' }],
  },
  {
    identifier: 211, type: 'DerivedProperty', name: 'Available water capacity', decimals: 1, value: 'availableWater',
    units: [{ text: 'vol %', code: 'vol %' }],
  },
  {
    identifier: 212, type: 'DerivedProperty', name: 'Texture class', decimals: 0, value: 'textureClass',
    units: [],
    description: 'Class of the USDA texture triangle.',
  },
  {
    identifier: 213, type: 'BiologicalProperty', name: 'Microbial biomass carbon', decimals: 0, value: 'microbialCarbon',
    units: [{ text: 'mg/kg', code: `${QUDT}MilliGM-PER-KiloGM` }],
  },
];

/** The property with this identifier. */
export function propertyOf(identifier: number): PropertyDefinition {
  const found = SOIL_PROPERTIES.find((property) => property.identifier === identifier);
  if (!found) throw new RangeError(`no soil property ${identifier}`);
  return found;
}
