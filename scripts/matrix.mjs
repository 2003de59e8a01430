// Runs the tests of the nodes and of whole Node-RED processes on the other supported versions.
// Node-RED 4.1 on this machine's Node is what `npm test` runs; each other version has a directory of its own in test/matrix.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const matrix = path.join(root, 'test', 'matrix');
const specs = ['test/nodes/**/*.test.ts', 'test/runtime/**/*.test.ts', 'test/package/**/*.test.ts'];

for (const entry of await readdir(matrix, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const directory = path.join(matrix, entry.name);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory, stdio: 'inherit' });
  const node = path.join(directory, 'node_modules/node/bin/node');
  if (!existsSync(node)) throw new Error(`The package "node" brought no binary into ${directory}: are install scripts switched off?`);
  console.log(`\n${entry.name} on Node ${execFileSync(node, ['--version']).toString().trim()}`);
  execFileSync(node, [path.join(root, 'node_modules/mocha/bin/mocha.js'), ...specs.flatMap((spec) => ['--spec', spec])], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_RED_DIRECTORY: directory, NODE_UNDER_TEST: node, MOCHA_MATRIX: '1' },
  });
}
