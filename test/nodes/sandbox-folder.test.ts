import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RunningFlow } from './flow';

describe('The folder of a sandbox', () => {
  let parent: string;
  let flow: RunningFlow;
  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'sandbox-folder-'));
  });
  afterEach(async () => {
    await flow.stop();
    await rm(parent, { recursive: true });
  });

  /** The identifiers of an imported flow come from a stranger. */
  for (const id of ['../../../elsewhere', '..\\..\\elsewhere', '..']) {
    it(`stays in the user directory, whatever identifier a flow gives the service: ${id}`, async () => {
      const userDirectory = path.join(parent, 'user');
      flow = await RunningFlow.start(
        [
          { id, type: 'soil-service', mode: 'sandbox' },
          { id: 'node', type: 'soil-discover', service: id, resource: 'all-datasets', wires: [['out']] },
          { id: 'out', type: 'helper' },
        ],
        { userDirectory },
      );
      flow.send('node', {});
      await flow.message('out');
      assert.deepEqual(await readdir(parent), ['user']);
      assert.deepEqual(await readdir(path.join(userDirectory, 'soil-data')), ['sandbox']);
      const [folder, ...others] = await readdir(path.join(userDirectory, 'soil-data', 'sandbox'));
      assert.deepEqual(others, []);
      assert.deepEqual((await readdir(path.join(userDirectory, 'soil-data', 'sandbox', String(folder)))).sort(), ['files', 'jobs']);
    });
  }

  it('is for the user of Node-RED alone, like the journal beside it, whichever is made first', async function () {
    if (process.platform === 'win32') return this.skip();
    const userDirectory = path.join(parent, 'user');
    flow = await RunningFlow.start([{ id: 'svc', type: 'soil-service', mode: 'sandbox' }, { id: 'node', type: 'soil-discover', service: 'svc', resource: 'all-datasets', wires: [['out']] }, { id: 'out', type: 'helper' }], {
      userDirectory,
    });
    flow.send('node', {});
    await flow.message('out');
    for (const folder of ['soil-data', 'soil-data/sandbox/svc']) assert.equal((await stat(path.join(userDirectory, folder))).mode & 0o777, 0o700, folder);
  });

  it('that cannot be made is an error with a code that says what to do', async () => {
    // A user directory of a container may be read-only; a file stands for that here, because tests may run as root.
    const userDirectory = path.join(parent, 'user');
    await writeFile(userDirectory, '');
    flow = await RunningFlow.start([{ id: 'svc', type: 'soil-service', mode: 'sandbox' }, { id: 'node', type: 'soil-discover', service: 'svc', resource: 'all-datasets', wires: [[]] }], {
      userDirectory,
    });
    flow.send('node', {});
    const { error } = await flow.error();
    assert.equal(error.code, 'SOIL_STORAGE');
    assert.match(error.message, /^Cannot start the sandbox at .*user.soil-data.sandbox.svc: a part of the path is a file where a folder is expected/);
  });
});
