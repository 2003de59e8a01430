// Runs the tests of the nodes, of whole Node-RED processes, of their connections, of files that are sent, and of documented JSONata on the other
// supported versions.
// Node-RED 4.1 on this machine's Node is what `npm test` runs. With --in-part, those are left out that Node-RED plays next to no part in.
import { execFileSync } from 'node:child_process';
import { accessSync } from 'node:fs';
import path from 'node:path';
import { otherVersions, root } from './node-red-versions.mjs';

/** What takes longest comes first. Each version brings its own JSONata, so the expressions in help and docs are tested, too. */
const specs = [
  'test/{runtime,package}/**/*.test.ts',
  'test/nodes/**/*.test.ts',
  'test/transport/*-{tls,proxy,stop,submit}.test.ts',
  'test/sandbox/result-file.test.ts',
  'test/shapes/help-expressions.test.ts',
  'test/profiles/documented-recipes.test.ts',
];

/**
 * What a process can hold, and files and folders that two processes share: the same code and the same disk. What a node makes of its settings and of
 * areas, answers and records: how it gets a message and sends it on is seen by all the others.
 */
const ownCodeOnly = [
  ...['memory-limit', 'readings', 'two-runtimes'].map((name) => `runtime/${name}`),
  ...[
    'area-lines', 'area-of-records', 'area-order', 'area-region', 'attribution', 'choice-setting', 'data-shape', 'empty-selection', 'flag-setting',
    'hidden-settings', 'invented-nothing', 'left-out-settings', 'limits-of-settings', 'list-setting', 'malformed-settings', 'no-data', 'no-values',
    'number-setting', 'partial-answer', 'query-settings', 'raw-answer', 'readings-at-once', 'selection', 'shape-setting', 'soil-profile', 'text-setting',
    'two-readings', 'unknown-fields',
  ].map((name) => `nodes/${name}`),
].map((name) => `test/${name}.test.ts`);
const leftOut = process.argv.includes('--in-part') ? ownCodeOnly : [];
for (const file of leftOut) accessSync(path.join(root, file));

for (const { name, node, env } of otherVersions()) {
  console.log(`\n${name}`);
  const tests = [...specs.flatMap((spec) => ['--spec', spec]), ...leftOut.flatMap((file) => ['--ignore', file])];
  const options = ['--parallel', '--jobs', '6', '--require', 'test/matrix/undici.cjs', ...tests];
  execFileSync(node, [path.join(root, 'node_modules/mocha/bin/mocha.js'), ...options], {
    cwd: root,
    stdio: 'inherit',
    env,
  });
}
