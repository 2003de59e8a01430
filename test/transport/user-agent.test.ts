import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type * as UserAgent from '../../src/transport/user-agent';

const MODULE = '../../src/transport/user-agent';

describe('The name that requests give', () => {
  it('is that of the package, with its version, at the first call and after', () => {
    const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; version: string };
    // What it found is kept: a new module has not found anything yet.
    delete require.cache[require.resolve(MODULE)];
    const { userAgent } = require(MODULE) as typeof UserAgent;
    for (const call of [1, 2]) assert.equal(userAgent(), `${name}/${version}`, `call ${call}`);
  });
});
