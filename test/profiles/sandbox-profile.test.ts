import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { depthSlices } from '../../src/profiles/depth-slice';
import { soilProfile } from '../../src/profiles/soil-profile';
import { openExport } from '../../src/records/export-source';
import { RecordReading } from '../../src/records/read-records';
import type { SoilRecord } from '../../src/records/soil-record';
import { sandboxExport } from '../records/sandbox-export';

const COLUMNS = [
  'id',
  'lat',
  'lon',
  'property',
  'original_name',
  'top',
  'bottom',
  'value',
  'unit',
  'date',
  'licence',
  'h3',
  'published',
  'dataset',
] as const;
type Row = Record<(typeof COLUMNS)[number], string>;

/**
 * The profile of an area by a second, plain method: rows are split at their commas, and each centimetre of each profile is looked up by itself.
 * It shares nothing with what it checks.
 */
function plainly(csv: string, slices: { top: number; bottom: number }[]): Map<string, { values: number[]; records: number }> {
  const lines = csv.trim().split('\n').slice(1);
  // A repeat is a line that differs only in its identifier.
  const rows = [...new Set(lines.map((line) => line.slice(line.indexOf(','))))].map(
    (line) => Object.fromEntries(line.split(',').map((cell, at) => [COLUMNS[at], cell])) as Row,
  );
  const profiles = new Map<string, Row[]>();
  for (const row of rows) profiles.set(keyOfProfile(row), [...(profiles.get(keyOfProfile(row)) ?? []), row]);
  const found = new Map<string, { values: number[]; records: number }>();
  for (const [key, own] of profiles) {
    const [property, unit, method] = key.split('|');
    for (const { top, bottom } of slices) {
      let [sum, count] = [0, 0];
      for (let depth = top + 0.5; depth < bottom; depth += 1) {
        for (const row of own) {
          if (row.value === '' || Number.isNaN(Number(row.value)) || !(Number(row.top) < depth && depth < Number(row.bottom))) continue;
          [sum, count] = [sum + Number(row.value), count + 1];
        }
      }
      if (count === 0) continue;
      const name = `${property}|${unit}|${method?.toLowerCase() === property?.toLowerCase() ? property : method}|${top}-${bottom}`;
      const entry = found.get(name) ?? { values: [], records: 0 };
      entry.values.push(sum / count);
      entry.records += own.filter((row) => row.value !== '' && Number(row.top) < bottom && Number(row.bottom) > top).length;
      found.set(name, entry);
    }
  }
  return found;
}

/** Sand, silt and clay of the same centimetres, in percent, averaged over each profile and then over the profiles of each slice, by their names. */
function texturePlainly(csv: string, slices: { top: number; bottom: number }[]): Map<string, { sums: number[]; n: number }> {
  const lines = csv.trim().split('\n').slice(1);
  const rows = [...new Set(lines.map((line) => line.slice(line.indexOf(','))))].map(
    (line) => Object.fromEntries(line.split(',').map((cell, at) => [COLUMNS[at], cell])) as Row,
  );
  const percent = (row: Row): number => Number(row.value || NaN) * ({ '%': 1, 'g/kg': 0.1 }[row.unit] ?? NaN);
  const found = new Map<string, { sums: number[]; n: number }>();
  for (const site of new Set(rows.map(({ dataset, lon, lat, date }) => [dataset, lon, lat, date].join('|')))) {
    const own = rows.filter(({ dataset, lon, lat, date }) => [dataset, lon, lat, date].join('|') === site);
    const names = ['Sand', 'Silt', 'Clay'].map((part) => [...new Set(own.filter(({ property }) => property === part).map(({ original_name }) => original_name))].join());
    const method = names.join() === 'sand,silt,clay' ? 'sand, silt and clay' : `sand (${names[0]}), silt (${names[1]}) and clay (${names[2]})`;
    for (const { top, bottom } of slices) {
      let [centimetres, sums] = [0, [0, 0, 0]];
      for (let depth = top + 0.5; depth < bottom; depth += 1) {
        const parts = ['Sand', 'Silt', 'Clay'].map((part) => {
          const row = own.find((one) => one.property === part && Number(one.top) < depth && depth < Number(one.bottom));
          return row ? percent(row) : NaN;
        });
        if (parts.some(Number.isNaN)) continue;
        centimetres += 1;
        sums = sums.map((sum, at) => sum + parts[at]!);
      }
      if (centimetres === 0) continue;
      const key = `${method}|${top}-${bottom}`;
      const entry = found.get(key) ?? { sums: [0, 0, 0], n: 0 };
      found.set(key, { sums: entry.sums.map((sum, at) => sum + sums[at]! / centimetres), n: entry.n + 1 });
    }
  }
  return found;
}

const keyOfProfile = ({ property, unit, original_name, dataset, lon, lat, date }: Row) =>
  [property, property === 'pH' ? 'pH' : unit, original_name, dataset, lon, lat, date].join('|');

describe('The profile of a sandbox area', () => {
  it('is what a second, plain method makes of the same file', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-profile-'));
    try {
      const file = path.join(folder, 'area.zip');
      await sandboxExport('POLYGON ((10 50, 10.01 50, 10.01 50.01, 10 50.01, 10 50))', file);
      const source = await openExport(file);
      const records: SoilRecord[] = [];
      for await (const batch of new RecordReading(source).batches(0)) records.push(...batch);
      const csv = await text(source.files.find(({ name }) => name === 'output_data_points.csv')!.open());
      await source.close();

      const slices = depthSlices('globalsoilmap');
      const expected = plainly(csv, slices);
      const profile = await soilProfile(records, { minimumCoverage: 0, slices, grouping: { by: 'area' } });
      const numeric = profile.slices.filter(({ property }) => property !== 'Texture class');
      assert.ok(numeric.length > 30, String(numeric.length));
      assert.equal(numeric.length, expected.size);
      for (const { property, unit, method, depthTop, depthBottom, n, mean, median, sd, p5, p95, records: layers } of numeric) {
        const plain = expected.get(`${property}|${unit ?? ''}|${method}|${depthTop}-${depthBottom}`);
        assert.ok(plain, property);
        const sorted = [...plain.values].sort((a, b) => a - b);
        const at = (share: number) => {
          const place = (sorted.length - 1) * share;
          const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
          return low + (high - low) * (place % 1);
        };
        const average = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
        const spread = Math.sqrt(sorted.reduce((sum, value) => sum + (value - average) ** 2, 0) / (sorted.length - 1));
        assert.equal(n, sorted.length);
        assert.equal(layers, plain.records);
        for (const [ours, theirs] of [
          [mean, average],
          [median, at(0.5)],
          [p5, at(0.05)],
          [p95, at(0.95)],
          ...(n > 1 ? [[sd, spread]] : []),
        ] as const) {
          assert.ok(Math.abs(ours! - theirs!) < 1e-6, `${property} ${depthTop}-${depthBottom}: ${ours} ${theirs}`);
        }
      }
      const textures = profile.slices.filter(({ property }) => property === 'Texture class');
      const mixtures = texturePlainly(csv, slices);
      assert.ok(mixtures.size > 0);
      assert.equal(textures.length, mixtures.size);
      for (const texture of textures) {
        const plain = mixtures.get(`${texture.method}|${texture.depthTop}-${texture.depthBottom}`);
        assert.ok(plain && 'usda' in texture && typeof texture.usda === 'string', JSON.stringify(texture));
        assert.equal(texture.n, plain.n);
        [texture.sand, texture.silt, texture.clay].forEach((part, at) =>
          assert.ok(Math.abs(part - plain.sums[at]! / plain.n) < 1e-6, `${texture.depthTop}: ${part} ${plain.sums[at]! / plain.n}`),
        );
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
