import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SoilRecord } from '../../src/records/soil-record';

type Json = Record<string, unknown>;

const PAGES = ['records', 'profiles', 'shapes'].map((page) => readFileSync(path.join(__dirname, `../../docs/${page}.md`), 'utf8')).join('\n');
/** The objects shown in docs/records.md, docs/profiles.md and docs/shapes.md, in this order; of a list, the first. */
const shown = [...PAGES.matchAll(/^ *```json\n([^]*?)^ *```$/gm)].map(([, json = '']) => [JSON.parse(json) as Json | Json[]].flat()[0] ?? {});

/** The first one that has a field. */
export function documented(field: string): Json {
  const found = shown.find((one) => field in one);
  if (!found) throw new Error(`No page of docs shows anything with the field "${field}".`);
  return found;
}

/** The record from which the other examples of these pages are made. */
export const documentedRecord = documented('originalName') as unknown as SoilRecord;
