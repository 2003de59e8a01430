import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Changes the sources of one room and runs the tests of that room: neither is built. */
const WITHOUT_BUILD = ['mutation'];

describe('The scripts of the package', () => {
  it('build what they run: on a fresh clone nothing is built, later the build is old', () => {
    const running = Object.entries(scripts).filter(([name, command]) => /\b(dist|test|bench|scripts\/(matrix|browser))\b/.test(command) && !WITHOUT_BUILD.includes(name));
    assert.ok(running.length >= 8, running.map(([name]) => name).join(', '));
    const stale = running.filter(([name, command]) => !`${scripts[`pre${name}`] ?? ''} ${command}`.includes('npm run build'));
    assert.deepEqual(stale.map(([name]) => name), []);
  });

  it('quote for the command line of Windows, too: there, an apostrophe is part of the name', () => {
    assert.deepEqual(Object.entries(scripts).filter(([, command]) => command.includes("'")), []);
  });
});

describe('The files of the repository', () => {
  it('have the same line ends even if Git for Windows changes those of all texts: the tests compare texts', () => {
    assert.match(readFileSync(path.join(root, '.gitattributes'), 'utf8'), /^\* -text$/m);
  });
});
