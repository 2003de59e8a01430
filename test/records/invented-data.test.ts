import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { openExport } from '../../src/records/export-source';
import { isInvented, isInventedExport } from '../../src/records/invented-data';
import { DATASETS } from '../../src/sandbox/world/datasets';
import { OPEN_SEA, SandboxClient } from '../sandbox/sandbox-client';
import { writtenZip } from './written-zip';

/** The sandbox shares no code with what reads its data: these tests keep the two in step. */
describe('Invented data', () => {
  it('are known by the name of each dataset of the sandbox', () => {
    assert.ok(DATASETS.length > 0);
    for (const { name } of DATASETS) assert.ok(isInvented(name), name);
  });

  it('are known by the readme of a zip without any', async () => {
    const client = await SandboxClient.start({ jobSeconds: 0 });
    try {
      assert.equal(await isInventedExport(await openExport(await client.export({ geometry: OPEN_SEA }))), true);
    } finally {
      await client.close();
    }
  });

  const readme = 'SYNTHETIC SOIL DATA\n\nEverything in this file is invented by the sandbox. Nothing was measured anywhere. Do not use it.';
  for (const [what, files, invented] of [
    ['in a folder of it', { 'a.csv': '', 'job/README.txt': readme }, true],
    ['with line ends of Windows', { 'README.txt': readme.replaceAll('\n', '\r\n') }, true],
    ['of something else', { 'README.txt': 'SYNTHETIC SOIL DATA of the radar.', 'b/README.txt': `Not: ${readme}`, 'LICENSES.txt': readme }, false],
    ['with another name', { 'README.txt.csv': readme, 'NOREADME.txt': readme }, false],
    ['that is empty', { 'README.txt': '' }, false],
    ['that is not there', { 'a.csv': 'property,value\n' }, false],
  ] as const) {
    it(`are known by a readme ${what}: ${invented}`, async () => {
      assert.equal(await isInventedExport(await openExport(await writtenZip(files))), invented);
    });
  }

  it('are known by a readme that comes letter by letter', async () => {
    const file = { name: 'README.txt', open: () => Readable.from([...readme].map((letter) => Buffer.from(letter))) };
    assert.equal(await isInventedExport({ files: [file] }), true);
  });

  it('are not known by a readme that cannot be read', async () => {
    const file = { name: 'README.txt', open: () => new Readable({ read: () => undefined }).destroy(new Error('gone')) };
    assert.equal(await isInventedExport({ files: [file] }), false);
  });
});
