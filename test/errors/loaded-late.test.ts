import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

describe('Code that is loaded late', () => {
  it('is reported if no file can be opened, and loaded as soon as one can be: H3 for points, profiles and maps, and the library of grids', async () => {
    const limited = ['-c', 'ulimit -n 256; exec "$0" "$@"', process.execPath, join(__dirname, 'out-of-files.mjs')];
    const { stdout } = await promisify(execFile)('sh', limited);
    const [without, after, inSandbox] = JSON.parse(stdout) as [unknown[], unknown[], unknown];
    for (const told of without) assert.match(String(told), /^SOIL_STORAGE Cannot load the code of .*too many files open \(EMFILE\)/);
    assert.deepEqual(after, ['Point', '85196973fffffff', 1, 'function']);
    assert.equal(inSandbox, true, 'the sandbox is loaded late as a whole: what it needs for points is there with it');
  });
});
