// Runs the tests of the nodes, of whole Node-RED processes and of their connections on the other supported versions.
// Node-RED 4.1 on this machine's Node is what `npm test` runs.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { compileCache, otherVersions, root } from './node-red-versions.mjs';

const specs = ['test/nodes/**/*.test.ts', 'test/runtime/**/*.test.ts', 'test/package/**/*.test.ts', 'test/transport/*-{tls,proxy,stop,submit}.test.ts'];

for (const { name, directory, node } of otherVersions()) {
  console.log(`\n${name}`);
  const options = ['--parallel', '--jobs', '4', '--require', 'test/matrix/undici.cjs', ...specs.flatMap((spec) => ['--spec', spec])];
  execFileSync(node, [path.join(root, 'node_modules/mocha/bin/mocha.js'), ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...compileCache, NODE_RED_DIRECTORY: directory, NODE_UNDER_TEST: node },
  });
}
