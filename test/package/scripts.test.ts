import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const { scripts } = JSON.parse(readFileSync(path.resolve(__dirname, '../../package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Changes the sources of one room and runs the tests of that room: neither is built. */
const WITHOUT_BUILD = ['mutation'];

describe('The scripts of the package', () => {
  it('build what they run: on a fresh clone there is nothing built, later something old', () => {
    const running = Object.entries(scripts).filter(([name, command]) => /\b(dist|test|bench|scripts\/(matrix|browser))\b/.test(command) && !WITHOUT_BUILD.includes(name));
    assert.ok(running.length >= 8, running.map(([name]) => name).join(', '));
    const stale = running.filter(([name, command]) => !`${scripts[`pre${name}`] ?? ''} ${command}`.includes('npm run build'));
    assert.deepEqual(stale.map(([name]) => name), []);
  });
});
