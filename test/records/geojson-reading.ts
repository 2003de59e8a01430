import { GeoJsonRecords } from '../../src/records/formats/geojson-records';
import { readFile, type Reading } from './file-reading';

export function read(text: string | Buffer, size = 1_000_000): Reading {
  return readFile((sink) => new GeoJsonRecords(sink), text, size);
}

export const point = (properties: unknown, coordinates: unknown = [-3.25, 52.1, 14]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
});

export const collection = (...features: unknown[]): string =>
  JSON.stringify({ type: 'FeatureCollection', name: 'features', crs: { features: [{ no: 1 }] }, features, more: [[{}]] });
