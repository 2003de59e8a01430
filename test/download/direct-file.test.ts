import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdtemp, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BlockWriter } from '../../src/download/block-writer';
import { DigestHere } from '../../src/download/digest';
import { DirectFile } from '../../src/download/direct-file';
import { faultyFiles, systemError, type FileCall } from '../archive/faulty-files';

const MiB = 2 ** 20;
const isLinux = process.platform === 'linux';

describe('writing past the page cache', () => {
  let folder: string;
  let handle: FileHandle;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'soil-direct-'));
    handle = await open(join(folder, 'file'), 'w+');
  });
  afterEach(async () => {
    await handle.close();
    await rm(folder, { recursive: true });
  });

  const isDirect = ({ path }: FileCall): boolean => path.startsWith('/proc/self/fd/');
  /** Writes it piece by piece after `held` bytes of the file. */
  const write = async (content: Buffer, held: number, files: ReturnType<typeof faultyFiles>): Promise<void> => {
    const direct = new DirectFile(handle, files.files);
    const writer = new BlockWriter(handle, held, new DigestHere(), direct);
    for (let at = held; at < content.length; at += 70_001) await writer.write(content.subarray(at, at + 70_001));
    await writer.flush();
    await direct.close();
    assert.equal(files.open(), 0);
  };
  const whole = async (content: Buffer): Promise<void> => assert.ok(content.equals(await readFile(join(folder, 'file'))));
  /** Not every file system takes such writes. */
  const isTaken = async (): Promise<boolean> => {
    const direct = new DirectFile(handle, faultyFiles(() => undefined).files);
    const taken = await direct.write(DirectFile.memory(4096), 0);
    await direct.close();
    await handle.truncate();
    return taken > 0;
  };
  const directWrites = ({ calls }: { calls: FileCall[] }): number => calls.filter((call) => call.operation === 'write' && isDirect(call)).length;

  it('takes whole blocks, and leaves the end to ordinary writes', async function () {
    if (!isLinux) this.skip();
    const content = randomBytes(5 * MiB + 77);
    const files = faultyFiles(() => undefined);
    await write(content, 0, files);
    await whole(content);
    assert.equal(directWrites(files), (await isTaken()) ? 2 : 0);
    assert.ok(!constants.O_DIRECT || files.calls.some(({ operation, path }) => operation === 'open' && path === `/proc/self/fd/${handle.fd}`));
  });

  for (const held of [1, 4095, 4096, 2 * MiB - 1, 2 * MiB, 4 * MiB + 4097]) {
    it(`goes on after ${held} bytes of an earlier run`, async () => {
      const content = randomBytes(7 * MiB + 8192);
      await handle.write(content, 0, held, 0);
      await write(content, held, faultyFiles(() => undefined));
      await whole(content);
    });
  }

  for (const code of ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP']) {
    it(`is given up if the file system does not take such writes (${code})`, async () => {
      const content = randomBytes(9 * MiB);
      const files = faultyFiles((call) => (isDirect(call) && call.operation === 'write' && call.number === 3 ? systemError(code) : undefined));
      await write(content, 0, files);
      await whole(content);
      assert.ok(directWrites(files) <= 3);
    });
  }

  for (const code of ['EINVAL', 'ENOENT', 'EACCES', 'EMFILE']) {
    it(`is not tried again if the file cannot be opened so (${code})`, async () => {
      const content = randomBytes(7 * MiB);
      const files = faultyFiles((call) => (isDirect(call) && call.operation === 'open' ? systemError(code) : undefined));
      await write(content, 0, files);
      await whole(content);
      assert.equal(files.calls.filter(isDirect).length, isLinux ? 1 : 0);
    });
  }

  for (const takes of [1, 4096, 100_003]) {
    it(`goes on with ordinary writes if it takes ${takes} bytes of a block`, async () => {
      const content = randomBytes(7 * MiB);
      await write(content, 0, faultyFiles((call) => (isDirect(call) && call.operation === 'write' ? { takes } : undefined)));
      await whole(content);
    });
  }

  it('is left out if there are no addresses left for such memory', function () {
    if (!isLinux) this.skip();
    const script = `const { DirectFile } = require(${JSON.stringify(resolve('src', 'download', 'direct-file.ts'))}); console.log(DirectFile.memory(2 ** 21).length);`;
    const node = [process.execPath, '--require', require.resolve('tsx/cjs'), '-e', script].map((word) => `'${word}'`).join(' ');
    const { stdout, stderr } = spawnSync('sh', ['-c', `ulimit -v 12000000 && exec ${node}`], { encoding: 'utf8' });
    assert.equal(stdout.trim(), String(2 ** 21), stderr);
  });

  it('reports a disk that fails, and writes nothing after that', async function () {
    if (!(await isTaken())) this.skip();
    const files = faultyFiles((call) => (isDirect(call) && call.operation === 'write' && call.number === 2 ? systemError('EIO') : undefined));
    const direct = new DirectFile(handle, files.files);
    const writer = new BlockWriter(handle, 0, new DigestHere(), direct);
    await assert.rejects(async () => {
      for (let count = 0; count < 5; count++) await writer.write(Buffer.alloc(2 * MiB));
      await writer.flush();
    }, /EIO/);
    await assert.rejects(writer.flush(), /EIO/);
    await direct.close();
    assert.equal((await handle.stat()).size, 2 * MiB);
  });
});
