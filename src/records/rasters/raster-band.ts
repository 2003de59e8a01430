import path from 'node:path';
import { readDepth } from '../fields/depth-interval';
import { comparableName, isEmpty, isField, readFields } from '../fields/record-field';
import { RecordReader } from '../fields/record-reader';
import type { GdalItem } from './gdal-metadata';
import { gdalNumber } from './gdal-number';

/** What the file says about a band of a raster, under the names that a record has. */
export interface RasterBand {
  dataset: string | null;
  property: string;
  originalName: string;
  unit: string | null;
  depthTop: number | null;
  depthBottom: number | null;
  /** `null` if the file states none. */
  licence: string | null;
  /** What a stored number stands for: stored x scale + offset. 1 and 0 if the file says nothing: no factor is ever guessed. */
  scale: number;
  offset: number;
}

const ROLES: ReadonlySet<string | null> = new Set([null, 'description', 'unittype', 'scale', 'offset']);

/**
 * The items that can say something about a band: of those with the same name and role, the first, and the first that is not empty. Items of a
 * file as a whole are looked at for each band, and are few after this, however many the file holds.
 */
export function tellingItems(items: readonly GdalItem[]): GdalItem[] {
  const told = new Map<string, 'empty' | 'full'>();
  return items.filter(({ name, role, value }) => {
    const isOfRecord = isField(name);
    if (!isOfRecord && (role === null || !ROLES.has(role))) return false;
    const key = `${isOfRecord ? comparableName(name) : ''} ${ROLES.has(role) ? role : 'another'}`;
    const before = told.get(key);
    const now = isEmpty(value) ? 'empty' : 'full';
    if (before === 'full' || before === now) return false;
    told.set(key, now);
    return true;
  });
}

/**
 * Reads what a band is from GDAL's metadata: its description, unit, scale and offset, and further items under the names that records have
 * (`property`, `upper_depth_cm`, `data_source`, `license`). Without these, the name of the file is taken as the property.
 *
 * @param items those of the band; of two with the same name or role, the first counts
 * @param sample number of the band, from 0
 */
export function readRasterBand(items: readonly GdalItem[], fileName: string, sample: number, samples: number): RasterBand {
  const fields = readFields(items.map(({ name, value }) => [name, value] as const));
  const ofRole = (role: string): string | undefined => items.find((item) => item.role === role)?.value;
  const { name: fileTitle } = path.posix.parse(fileName);
  const description = ofRole('description') || undefined;
  // The band may be a depth (`0-5 cm`) of the property that the file is named after.
  const depth = description !== undefined && readDepth(description) !== null && /[a-z]$/i.test(description.trim()) ? description : undefined;
  const title = depth !== undefined ? fileTitle : (description ?? (samples === 1 ? fileTitle : `${fileTitle} ${sample + 1}`));
  const record = new RecordReader(() => undefined).read((field) => {
    if (field === 'property' || field === 'originalName') return fields.get(field) || title;
    if (field === 'depth') return fields.get(field) || depth;
    return field === 'unit' ? (ofRole('unittype') ?? fields.get('unit')) : fields.get(field);
  });
  const { dataset = null, property = title, originalName, unit = null, depthTop = null, depthBottom = null, licence = null } = record ?? {};
  return {
    dataset,
    property,
    originalName: originalName ?? title,
    unit,
    depthTop,
    depthBottom,
    licence,
    scale: factor(ofRole('scale'), 1),
    offset: factor(ofRole('offset'), 0),
  };
}

function factor(text: string | undefined, otherwise: number): number {
  const number = gdalNumber(text ?? '');
  return Number.isFinite(number) && number !== 0 ? number : otherwise;
}
