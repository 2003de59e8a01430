// A process of its own, on the built package: first uses code that is loaded late while no file can be opened, and again when one can be. What
// each led to goes to stdout as JSON.
import { closeSync, openSync } from 'node:fs';
import { readArea } from '../../dist/src/geometry/read-area.js';
import { profilesByPlace } from '../../dist/src/profiles/place-group.js';
import geotiff from '../../dist/src/records/rasters/geotiff-library.js';
import sandbox from '../../dist/src/sandbox/request/requested-area.js';
import { shapedRecords } from '../../dist/src/shapes/shape.js';

const file = process.argv[1];
const record = { property: 'pH', originalName: 'PHAQ', method: null, unit: 'pH', value: 6, depthTop: 0, depthBottom: 5, date: null, dataset: 'A', lon: 5, lat: 52, h3: null };
const uses = [
  () => readArea('POINT (5 52)').then(({ geometry }) => geometry.type),
  () => profilesByPlace([{ lon: 5, lat: 52, h3: null }], { by: 'h3', resolution: 5 }).then((groups) => [...groups.keys()][0].h3),
  () => shapedRecords('worldmap', [record], { first: true, retrieved: new Date() }).then(({ payload }) => payload.length),
  async () => typeof geotiff.geotiffLibrary().fromFile,
];
const outcomes = async () => {
  const all = [];
  for (const use of uses) all.push(await use().catch(({ code, message }) => `${code} ${message}`));
  return all;
};

const opened = [];
try {
  for (;;) opened.push(openSync(file, 'r'));
} catch (error) {
  if (error.code !== 'EMFILE') throw error;
}
const without = await outcomes();
const inSandbox = await (async () => sandbox.RequestedArea.fromText('POINT (5 52)'))().then(({ hectares }) => hectares > 0, String);
for (const each of opened) closeSync(each);
console.log(JSON.stringify([without, await outcomes(), inSandbox]));
