import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { fileName } from '../../nodes/soil-download/file-name';
import { safeFilename } from '../../src/download/safe-filename';
import type { Position } from '../../src/geometry/area-of-interest';
import { canonicalGeometry } from '../../src/geometry/canonical-geometry';
import { toGrid } from '../../src/geometry/grid';
import { readRings } from '../../src/geometry/read-positions';
import { sharedHectares } from '../../src/geometry/rings/shared-ground';
import { withoutSignatures } from '../../src/jobs/messages/signed-link';
import { conversion } from '../../src/profiles/units/unit-conversion';
import { FeaturesByDepth } from '../../src/records/features-by-depth';
import { readValue } from '../../src/records/fields/missing-value';
import { readPropertyName } from '../../src/records/fields/property-name';
import { canonicalLicence } from '../../src/records/licence';
import { gdalItems } from '../../src/records/rasters/gdal-metadata';
import { readRasterBand } from '../../src/records/rasters/raster-band';
import { RasterMask } from '../../src/records/rasters/raster-mask';
import type { SoilRecord } from '../../src/records/soil-record';
import { identifierOf } from '../../src/service/answers/json-ld';
import { safeWords } from '../../src/transport/server-words';
import { atOnce } from '../../src/time/steps';

const NOTHING: SoilRecord = {
  ...{ dataset: null, property: '', originalName: null, value: null, unit: null, originalValue: null, originalUnit: null },
  ...{ depthTop: null, depthBottom: null, date: null, lon: null, lat: null, h3: null, licence: null, method: null },
};

/** A feature of a GeoJSON file, and any text in it, may be this long. */
const LENGTH = 1_000_000;
/** Work that grows with the square of the length would take an hour; work that grows with the length, some milliseconds. */
const PATIENCE_MS = 20_000;

/** Stops the work if it takes longer: nothing else in the process runs meanwhile. */
function inTime<Result>(work: () => Result): Result {
  return runInNewContext('work()', { work }, { timeout: PATIENCE_MS }) as Result;
}

const long = (text: string): string => text.repeat(LENGTH / text.length);

describe('Large input from a stranger keeps nobody waiting', () => {
  it('a long text as the name of a soil property', () => {
    for (const name of [`a${long('_')}a`, `a${long(' .')}a`, `(${long(' ')}a`, `_${long('1')}`, `0-${long('1')}`]) {
      assert.equal(inTime(() => readPropertyName(name)).depth, null);
    }
    assert.deepEqual(inTime(() => readPropertyName(`clay${long('_')}0-5cm`)), { property: 'clay', depth: { top: 0, bottom: 5 }, mayBeSize: false });
  });

  it('a long text as a value', () => {
    for (const value of [`${long('1')}x`, `1.${long('1')}x`, `1e${long('1')}x`]) assert.equal(inTime(() => readValue(value)), value);
  });

  it('a long text as a unit', () => {
    for (const unit of [`${long('.')}!`, `a${long(' ')}!`, `a.${long('b')}!`]) assert.ok('refused' in inTime(() => conversion(unit, 'g/kg')));
  });

  it('a long text as a licence', () => {
    assert.equal(inTime(() => canonicalLicence(`Attribution ${long('CC BY ')}`)), `attribution${long('-cc-by')}`);
  });

  it('a long text as a link in a message', () => {
    const text = `? ${long('-http://')}`;
    assert.equal(inTime(() => withoutSignatures(text)), text);
  });

  it('a long text as the name of a file', () => {
    assert.equal(inTime(() => safeFilename(`a${long(' .')}b.zip`)).slice(-4), '.zip');
    assert.equal(inTime(() => safeFilename(`a.zip${long(' .')}`)), 'a.zip');
    assert.equal(inTime(() => safeFilename(`a${long('\u0315\u0300').slice(0, 300_000)}.zip`)).slice(-4), '.zip');
    const topic = `${long(' ')}x`;
    assert.equal(inTime(() => fileName('{{topic}}', { topic }, new Date(0))), topic);
  });

  it('a long text as the GDAL metadata of a grid of a thousand bands', async () => {
    const bands = Array.from({ length: 1000 }, (_, band) => band);
    for (const note of [long('<Item '), long('<Item a="b">c</Item>'), long(`<Item ${'a'.repeat(990)}></Item>`)]) {
      const { ofBand, ofAll } = await inTime(() => gdalItems(note));
      for (const band of bands) assert.ok(ofBand(band).length + ofAll.length <= 2000);
    }
    const named = Array.from({ length: 1000 }, (_, item) => `<Item name="${'-'.repeat(490)}${item}">c</Item>`).join('');
    const { ofAll } = await gdalItems(named);
    assert.equal(inTime(() => [...bands, ...bands, ...bands, ...bands].map((band) => readRasterBand(ofAll, 'clay.tif', band, 1000))).length, 4000);
  });

  it('a long ring that returns to its first corner again and again', () => {
    const corners = Array.from({ length: 20_000 }, (_, i) => `0 0, 1 ${i / 1e4 - 1}, 1 ${i / 1e4 - 0.99995}`);
    const ring = (list: string[]): string => `POLYGON ((${list.join(', ')}, 0 0))`;
    const turned = [...corners.slice(7000), ...corners.slice(0, 7000)];
    const canonical = (wkt: string): string => atOnce(canonicalGeometry(wkt));
    assert.equal(inTime(() => canonical(ring(turned))), canonical(ring(corners)));
  });

  it('two overlapping combs, each tooth of which is longer than the one before', () => {
    const teeth = Array.from({ length: 80_000 }, (_, i) => i);
    const comb = (x: number): Position[][] => [
      [...teeth.flatMap((i): Position[] => [[x, i / 8e4], [x - 1 - i / 1e6, (i + 0.25) / 8e4]]), [x, 1], [x + 1, 1], [x + 1, 0], [x, 0]],
    ];
    const rings = atOnce(readRings([{ type: 'MultiPolygon', coordinates: [comb(0), comb(0.1)], where: () => '' }], []));
    const window = { west: toGrid(-1), south: 0, east: toGrid(1), north: toGrid(1) };
    assert.equal(inTime(() => sharedHectares(rings, [0, 1], window, { left: 5_000_000 })), undefined);
  });

  it('a comb with thousands of teeth over a grid of thousands of rows', () => {
    const teeth = Array.from({ length: 20_000 }, (_, i): Position[] => [[2 * i, 0], [2 * i + 1, 10_000]]).flat();
    const { cells } = inTime(() => atOnce(RasterMask.of([[[...teeth, [40_000, 10_010], [0, 10_010], [0, 0]]]])));
    assert.ok(Math.abs(cells / 2e8 - 1) < 0.01, String(cells));
  });

  it('a long text as the wording of a refusal, or as the addresses of an answer', () => {
    assert.equal(inTime(() => Array.from({ length: 500 }, () => safeWords('-eyJ'.repeat(5000), []))).at(-1), '-***');
    const item = { id: `${'a'.repeat(16_000)}/7/` };
    assert.equal(inTime(() => Array.from({ length: 2000 }, () => identifierOf(item))).at(-1), 7);
  });

  it('a million values at one place and depth', async () => {
    const record = { ...NOTHING, dataset: 'station', property: 'Water content', depthTop: 5, depthBottom: 5, unit: '%', lon: 5, lat: 52 };
    const features = new FeaturesByDepth();
    features.add(Array.from({ length: LENGTH }, (_, value) => ({ ...record, value })));
    const [feature] = (await inTime(() => features.collection())).features;
    assert.equal((feature!.properties['Water content 5-5 cm (%)'] as number[]).length, LENGTH);
  });
});
