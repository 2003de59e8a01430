import { isObject, ownField } from '../foreign/foreign-value';
import { areDegreesNearWgs84 } from './degrees-near-wgs84';
import { describeValue } from './describe-value';
import { geometryError } from './geometry-error';

/**
 * WGS 84 as programs have written it: codes and names in an URN, an address, or alone. 4979 and `CRS84h` have heights besides. GeoJSON has
 * longitude first whatever the code says of its axes.
 */
const WGS_84 = [
  /(?:^|[:/#])(?:4326|4979|CRS:?84h?|OGC:2:84)$/i,
  /\/epsg\/4326\/(?:proj4|ogcwkt|esriwkt)\/?$/i,
  /^(?:GCS_)?WGS[ _]?(?:19)?84$/i,
];
/** A code of the EPSG register in the same spellings. */
const EPSG_CODE = /(?:^|\bepsg(?:[:/][\d.]*)?[:/]|\bepsg(?:\.xml)?#)(\d{4,5})(?:\/(?:proj4|ogcwkt|esriwkt)\/?)?$/i;
/** NAD83 by the name that the OGC has for it. */
const CRS_83 = /(?:^|[:/#])CRS:?83$/i;

/**
 * Refuses an object of GeoJSON whose `crs` names anything but WGS 84: its coordinates would be taken for degrees wherever their numbers
 * happen to fit. GeoJSON had that member before RFC 7946, at any object; QGIS, ogr2ogr and databases still write it.
 * @param where the path of the member, for the message
 * @throws SoilError `SOIL_GEOMETRY`
 */
export function checkReferenceSystem(holder: object, where: string): void {
  const system = ownField(holder, 'crs');
  if (system === undefined || system === null) return;
  const name = systemName(system)?.trim();
  if (name === undefined || name === '') throw geometryError('geoJsonReferenceUnclear', { where, found: describeValue(system) });
  if (isWgs84(name)) return;
  throw geometryError('geoJsonReferenceSystem', { where, name: JSON.stringify(name.slice(0, 60)) });
}

/** Whether a name in a member `crs` means WGS 84. */
function isWgs84(name: string): boolean {
  return WGS_84.some((pattern) => pattern.test(name));
}

/** Whether a name in a member `crs` means degrees so near to those of WGS 84 that a point stays in its field. */
export function isNearWgs84(name: string): boolean {
  const code = EPSG_CODE.exec(name)?.[1];
  return isWgs84(name) || CRS_83.test(name) || (code !== undefined && areDegreesNearWgs84(Number(code)));
}

/** `{type: 'name', properties: {name}}`; a link has an address there and drafts of the standard a code, and some write the name alone. */
export function systemName(system: unknown): string | undefined {
  const properties = isObject(system) ? ownField(system, 'properties') : undefined;
  const names = isObject(properties) ? ['name', 'code', 'href'].map((each) => ownField(properties, each)) : [system];
  const name = names.find((each) => typeof each === 'string' || typeof each === 'number');
  return name === undefined ? undefined : String(name);
}
