import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

  it('does not change how a request ends if the process has too many files open', async () => {
    const agents: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      agents.push(request.headers['user-agent']);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const limited = ['-c', 'ulimit -n 256; exec "$0" "$@"', process.execPath, join(__dirname, 'out-of-files.mjs'), url];
    const { stdout } = await promisify(execFile)('sh', limited).finally(() => server.close());
    assert.deepEqual(JSON.parse(stdout), ['SOIL_UNAVAILABLE', 200]);
    assert.match(agents.join(), /^node-red-contrib-soil-data\/\d+\.\d+\.\d+/);
  });
});
