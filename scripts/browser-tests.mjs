// Runs the tests of the editor in Chromium on every supported version of Node-RED. What stands behind `--` goes on to mocha.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { compileCache, otherVersions, ownVersion, root } from './node-red-versions.mjs';

const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js');
// Three files at a time also on two processors: browsers and Node-RED spend half of their time waiting.
const options = ['--no-config', '--require', 'tsx/cjs', '--retries', '2', '--reporter', path.join(root, 'test/runtime/spec-with-retries.ts'), '--parallel', '--jobs', '3', ...process.argv.slice(2), ...filesLongestFirst()];
const failed = [];

/** A file that is begun last runs alone for as long as it takes, so those with the most in them come first. */
function filesLongestFirst() {
  const directory = path.join(root, 'test', 'browser');
  const files = readdirSync(directory).filter((name) => name.endsWith('.test.ts')).map((name) => path.join(directory, name));
  return files.sort((one, other) => statSync(other).size - statSync(one).size);
}

for (const { name, directory, node } of [ownVersion(), ...otherVersions()]) {
  console.log(`\n== The editor of ${name}\n`);
  // The tests run on this Node: it is Node-RED that runs on its own.
  const { status } = spawnSync(process.execPath, [mocha, ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...compileCache, NODE_RED_DIRECTORY: directory, NODE_UNDER_TEST: node },
  });
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`\nFailed on ${failed.join(' and on ')}.`);
  process.exitCode = 1;
}
