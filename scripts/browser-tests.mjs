// Runs the tests of the editor in Chromium on every supported version of Node-RED. With --older-in-part, those that depend only on our own code run
// only on the newest one. Everything else after `--` is passed on to mocha.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { otherVersions, ownVersion, root } from './node-red-versions.mjs';

const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js');
const inPart = process.argv.includes('--older-in-part');
const forMocha = process.argv.slice(2).filter((option) => option !== '--older-in-part');
/**
 * Node-RED's editor plays next to no part in these: the map, pickers, lists and lines of jobs draw and answer with our own code, in every language, and
 * so do the rules of settings, which are also seen by the tests of dialogs, of odd settings and of a bare flow.
 * Short texts, small screens, the help, themes and what a screen reader is told also depend on its fonts, widths, colours and labels; most of these take
 * long. That a map comes up, is drawn on and is enlarged in the older editor is also seen by the tests of the first use and of the keyboard.
 */
const ownCodeOnly = [
  'area-map', 'area-map-files', 'area-map-paste', 'area-map-undo', 'area-map-view', 'cut-off-texts', 'help', 'high-contrast', 'hostile-service',
  'language', 'many-jobs', 'missing-parts', 'picker-list', 'picker-states', 'profile-lists', 'screen-reader', 'settings', 'slow-network', 'small-screen',
  'themes', 'units', 'variable-settings', 'wrong-lists',
];
// Four files at a time even on two processors: browsers and Node-RED spend much of their time waiting.
const options = ['--no-config', '--require', 'tsx/cjs', '--retries', '2', '--reporter', path.join(root, 'test/runtime/spec-with-retries.ts'), '--parallel', '--jobs', '4', ...forMocha];
const failed = [];

/** They take longest, 37 to 59 s each, alone on a quiet machine; among the others, the largest files do. */
const longest = ['cut-off-texts', 'settings', 'area-map', 'themes', 'small-screen'];

/** A long file that is begun last would run alone in the end. */
function filesLongestFirst() {
  const directory = path.join(root, 'test', 'browser');
  const files = readdirSync(directory).filter((name) => name.endsWith('.test.ts')).map((name) => path.join(directory, name));
  const rank = (file) => [...longest, path.basename(file, '.test.ts')].indexOf(path.basename(file, '.test.ts'));
  return files.sort((one, other) => rank(one) - rank(other) || statSync(other).size - statSync(one).size);
}

const files = filesLongestFirst();
const notOwnCodeOnly = files.filter((file) => !ownCodeOnly.includes(path.basename(file, '.test.ts')));
if (files.length - notOwnCodeOnly.length !== ownCodeOnly.length) throw new Error('A test of the editor that is named here is not there.');
// The newest one is the last.
const versions = [ownVersion(), ...otherVersions()];
for (const { name, directory, env } of versions) {
  const ofThis = inPart && directory !== versions.at(-1).directory ? notOwnCodeOnly : files;
  console.log(`\n== The editor of ${name}\n`);
  // The tests run on this Node; only Node-RED runs on its own.
  const { status } = spawnSync(process.execPath, [mocha, ...options, ...ofThis], {
    cwd: root,
    stdio: 'inherit',
    env,
  });
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`\nFailed on ${failed.join(' and on ')}.`);
  process.exitCode = 1;
}
