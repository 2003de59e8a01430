import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readCommandLine } from '../../src/sandbox/command-line';

describe('the command line of the sandbox', () => {
  it('takes every option', () => {
    const args = '--port 8123 --host ::1 --client-id a --client-secret b --token-seconds 60 --job-seconds 0.5 --link-seconds 9 --bytes-per-second 1000 --fault-percent 20 --directory jobs --quiet';
    assert.deepEqual(readCommandLine(args.split(' ')), {
      help: false,
      quiet: true,
      options: {
        ...{ port: 8123, host: '::1', clientId: 'a', clientSecret: 'b', tokenSeconds: 60, jobSeconds: 0.5, linkSeconds: 9 },
        ...{ bytesPerSecond: 1000, faultPercent: 20, directory: 'jobs' },
      },
    });
    assert.deepEqual(readCommandLine('--port 65535 --fault-percent 100 --job-seconds 0'.split(' ')), { help: false, quiet: false, options: { port: 65_535, faultPercent: 100, jobSeconds: 0 } });
    assert.deepEqual(readCommandLine([]), { help: false, quiet: false, options: {} });
    assert.deepEqual(readCommandLine(['--help']), { help: true });
  });

  const refusals: [string, RegExp][] = [
    ['--port x', /--port must be a whole number from 0 to 65535, not "x"/],
    ['--port 65536', /--port must be/],
    ['--port -1', /--port/],
    ['--port', /--port/],
    ['--job-seconds -2', /--job-seconds/],
    ['--job-seconds soon', /--job-seconds must be a number/],
    ['--job-seconds 1000000001', /--job-seconds must be a number from 0 to 1000000000, not "1000000001"/],
    ['--token-seconds 0', /--token-seconds must be a whole number from 1 to 1000000000, not "0"/],
    ['--link-seconds 1e3', /--link-seconds must be a number/],
    ['--bytes-per-second 0', /--bytes-per-second must be a whole number from 1/],
    ['--fault-percent 101', /--fault-percent must be a whole number from 0 to 100, not "101"/],
    ['--client-secret=', /--client-secret must not be empty/],
    ['--frobnicate', /--frobnicate/],
    ['8080', /8080/],
  ];
  for (const [args, message] of refusals) {
    it(`says what is wrong with ${args}`, () => {
      assert.throws(() => readCommandLine(args.split(' ')), message);
    });
  }
});

describe('the sandbox as a program', () => {
  const main = path.join(__dirname, '../../src/sandbox/main.ts');
  const run = (...args: string[]) => {
    const child = spawn(process.execPath, ['--require', require.resolve('tsx/cjs'), main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
    return { child, said, ended: once(child, 'close') as Promise<[number | null, string | null]> };
  };

  it('prints its addresses and credentials, serves, and stops cleanly on SIGTERM', async () => {
    const { child, said, ended } = run('--client-secret', 'of-the-test');
    try {
      while (!said.out.includes('Ctrl+C')) await once(child.stdout, 'data');
      assert.match(said.out, /SYNTHETIC/);
      const field = (name: string): string => new RegExp(`${name}: +(\\S+)`).exec(said.out)?.[1] ?? '';
      const form = { grant_type: 'client_credentials', audience: `${field('Service URL')}/`, client_id: field('Client id'), client_secret: field('Client secret') };
      assert.equal(form.client_secret, 'of-the-test');
      const answer = await fetch(`${field('Token URL')}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
      assert.equal(answer.status, 200);
      await answer.text();
    } finally {
      child.kill('SIGTERM');
    }
    assert.deepEqual(await ended, [0, null]);
    assert.match(said.out, /POST \/auth\/oauth\/token 200/);
    assert.match(said.out, /The sandbox has stopped/);
    assert.equal(said.err, '');
  });

  it('ends silently when nobody reads its output any more', async () => {
    const { child, said, ended } = run('--client-secret', 'of-the-test');
    try {
      while (!said.out.includes('Ctrl+C')) await once(child.stdout, 'data');
      child.stdout.destroy();
      await fetch(/Service URL: +(\S+)/.exec(said.out)?.[1] ?? '').catch(() => undefined);
      assert.deepEqual(await ended, [0, null]);
      assert.equal(said.err, '');
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('stops with the npm that runs it, although a signal to npm never reaches it', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-npm-'));
    try {
      const sandbox = `node --require ${require.resolve('tsx/cjs')} ${main}; exit`;
      await writeFile(path.join(folder, 'package.json'), JSON.stringify({ scripts: { sandbox } }));
      const npm = spawn('npm', ['run', 'sandbox'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      let out = '';
      npm.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      while (!out.includes('Ctrl+C')) await once(npm.stdout, 'data');
      npm.kill('SIGTERM');
      await once(npm, 'close');
      assert.match(out, /The sandbox has stopped/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('exits with a reason for bad arguments', async () => {
    const { said, ended } = run('--port', 'x');
    assert.deepEqual(await ended, [2, null]);
    assert.match(said.err, /--port must be a whole number/);
  });
});
