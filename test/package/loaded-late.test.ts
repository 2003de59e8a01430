import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../runtime/node-red-under-test';
import { loadedLate } from './loaded-late';

const { 'node-red': declared } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { 'node-red': { nodes: Record<string, string> } };

/** The files of the modules that a process has loaded that only requires these. */
function loadedWith(...files: string[]): string[] {
  const script = `${JSON.stringify(files.map((file) => path.join(root, file)))}.forEach(require); console.log(JSON.stringify(Object.keys(require.cache)));`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })) as string[];
}

describe('What the start of Node-RED loads', () => {
  it('is all nodes, and no code for maps, zips, records, grids, profiles or the sandbox', () => {
    const files = Object.values(declared.nodes);
    const loaded = loadedWith(...files);
    for (const file of files) assert.ok(loaded.includes(path.join(root, file)), file);
    assert.deepEqual(loadedLate(loaded), []);
  });

  it('is reported if it is more', () => {
    const late = loadedLate(loadedWith('dist/nodes/soil-read/read-export.js', 'dist/nodes/soil-profile/put-profiles.js', 'dist/src/sandbox/sandbox.js'));
    for (const name of ['src/archive', 'src/records/rasters', 'src/records/formats', 'src/profiles', 'src/shapes/worldmap', 'src/sandbox']) assert.ok(late.includes(name), `${name}: ${late.join(', ')}`);
  });
});
