import type { Ground } from './ground';

/** A spatial filter of the synthetic world (specification, section 2.1): a class of land that a place is in or not. */
export interface SpatialFilterDefinition {
  identifier: number;
  type: 'LandCoverFilter' | 'SoilGroupsFilter' | 'AgroecologicalZonesFilter';
  name: string;
  description: string;
}

const ofType =
  (type: SpatialFilterDefinition['type']) =>
  (identifier: number, name: string, description: string): SpatialFilterDefinition => ({ identifier, type, name, description });
const landCover = ofType('LandCoverFilter');
const soilGroup = ofType('SoilGroupsFilter');
const zone = ofType('AgroecologicalZonesFilter');

/** Every spatial filter. A place is in exactly one of each type. */
export const SPATIAL_FILTERS: readonly SpatialFilterDefinition[] = [
  landCover(11, 'Cropland', 'Land under annual or permanent crops. Synthetic.'),
  landCover(12, 'Grassland', 'Meadows, pastures and natural grass. Synthetic.'),
  landCover(13, 'Tree cover', 'Forest and woodland. Synthetic.'),
  landCover(14, 'Shrubland', 'Land with woody plants below five metres. Synthetic.'),
  landCover(15, 'Bare and sparse vegetation', 'Land with little or no plant cover. Synthetic.'),
  soilGroup(31, 'Histosols', 'Soils of thick organic layers. Synthetic.'),
  soilGroup(32, 'Podzols', 'Acid sandy soils with iron and humus moved downwards. Synthetic.'),
  soilGroup(33, 'Chernozems', 'Soils with a thick dark topsoil. Synthetic.'),
  soilGroup(34, 'Luvisols', 'Soils with clay moved downwards. Synthetic.'),
  soilGroup(35, 'Cambisols', 'Young, moderately developed soils. Synthetic.'),
  soilGroup(36, 'Ferralsols', 'Deeply weathered tropical soils. Synthetic.'),
  soilGroup(37, 'Vertisols', 'Heavy clay soils that crack when dry. Synthetic.'),
  soilGroup(38, 'Arenosols', 'Sandy soils with little development. Synthetic.'),
  soilGroup(39, 'Calcisols', 'Dry-land soils that hold lime. Synthetic.'),
  zone(51, 'Tropics, warm and humid', 'No cold season, moist for most of the year. Synthetic.'),
  zone(52, 'Tropics, warm and semi-arid', 'No cold season, a short growing period. Synthetic.'),
  zone(53, 'Subtropics', 'Mild winters. Synthetic.'),
  zone(54, 'Temperate, humid', 'Cold winters, moist summers. Synthetic.'),
  zone(55, 'Temperate, dry', 'Cold winters, dry summers. Synthetic.'),
  zone(56, 'Boreal', 'Long cold winters, short growing period. Synthetic.'),
  zone(57, 'Arid', 'Too dry for rain-fed crops. Synthetic.'),
];

/** The three filters that a place is in. */
export function filtersAt(ground: Ground): [landCover: number, soilGroup: number, zone: number] {
  return [landCoverAt(ground), soilGroupAt(ground), zoneAt(ground)];
}

/** Whether a place passes the chosen filters: for each type with any chosen, it must be in one of them. If none are chosen, every place passes. */
export function passes(ground: Ground, chosen: readonly number[]): boolean {
  if (chosen.length === 0) return true;
  const present = filtersAt(ground);
  const typeOf = (identifier: number): string | undefined => SPATIAL_FILTERS.find((filter) => filter.identifier === identifier)?.type;
  const types = new Set(chosen.map(typeOf));
  return [...types].every((type) => chosen.some((identifier) => typeOf(identifier) === type && present.includes(identifier)));
}

function landCoverAt({ wet, cold, use }: Ground): number {
  if (wet < 0.18 || cold > 0.97) return 15;
  if (use > 0.02 && cold < 0.8) return 11;
  if (use > -0.18) return wet > 0.4 ? 12 : 14;
  return wet > 0.42 ? 13 : 14;
}

function soilGroupAt({ wet, cold, parent, use }: Ground): number {
  if (wet > 0.72 && use < -0.3 && cold > 0.3) return 31;
  if (wet < 0.3) return parent < -0.12 ? 38 : 39;
  if (cold > 0.6) return parent < 0.08 ? 32 : 35;
  if (cold < 0.32 && wet > 0.5) return parent > 0.25 ? 37 : 36;
  if (parent > 0.22) return cold > 0.35 ? 33 : 37;
  return parent > -0.08 ? 34 : 35;
}

function zoneAt({ wet, cold }: Ground): number {
  if (wet < 0.2) return 57;
  if (cold < 0.28) return wet > 0.5 ? 51 : 52;
  if (cold < 0.5) return 53;
  if (cold < 0.82) return wet > 0.42 ? 54 : 55;
  return 56;
}
