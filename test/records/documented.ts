import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SoilRecord } from '../../src/records/soil-record';

type Json = Record<string, unknown>;

const PAGE = readFileSync(path.join(__dirname, '../../docs/records.md'), 'utf8');
/** The objects that docs/records.md shows, in its order; of a list, the first. */
const shown = [...PAGE.matchAll(/^ *```json\n([^]*?)^ *```$/gm)].map(([, json = '']) => [JSON.parse(json) as Json | Json[]].flat()[0] ?? {});

/** The first one that has a field. */
export function documented(field: string): Json {
  const found = shown.find((one) => field in one);
  if (!found) throw new Error(`docs/records.md shows nothing with the field "${field}".`);
  return found;
}

/** The record on which the other examples of the page are built. */
export const documentedRecord = documented('originalName') as unknown as SoilRecord;
