// Runs the tests of the nodes, of whole Node-RED processes, of their connections, of files that are sent, and of documented JSONata on the other
// supported versions.
// Node-RED 4.1 on this machine's Node is what `npm test` runs.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { compileCache, otherVersions, root } from './node-red-versions.mjs';

/** What takes longest comes first. Each version brings its own JSONata, so the expressions in help and docs are tested, too. */
const specs = [
  'test/{runtime,package}/**/*.test.ts',
  'test/nodes/**/*.test.ts',
  'test/transport/*-{tls,proxy,stop,submit}.test.ts',
  'test/sandbox/result-file.test.ts',
  'test/shapes/help-expressions.test.ts',
  'test/profiles/documented-recipes.test.ts',
];

for (const { name, directory, node } of otherVersions()) {
  console.log(`\n${name}`);
  const options = ['--parallel', '--jobs', '6', '--require', 'test/matrix/undici.cjs', ...specs.flatMap((spec) => ['--spec', spec])];
  execFileSync(node, [path.join(root, 'node_modules/mocha/bin/mocha.js'), ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...compileCache, NODE_RED_DIRECTORY: directory, NODE_UNDER_TEST: node },
  });
}
