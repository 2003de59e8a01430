import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { freePort } from '../../test/servers/free-port';
import { figure, ratios } from '../figures';
import { bigZip, withFolder } from '../made-files';
import { inTurn } from '../rounds';
import { Unavailable, type Row } from '../row';
import { digits } from '../table';
import { runTask } from '../tasks/run-task';

const MIB = 2 ** 20;

/** A large result from a local nginx to the disk, verified, against curl. */
export const download: Row = {
  name: 'download',
  title: 'Download of a large file from nginx',
  measure: ({ quick, say }) =>
    withFolder(async (folder) => {
      const nginx = program('nginx', '/usr/sbin/nginx');
      const curl = program('curl', '/usr/bin/curl');
      const mebibytes = quick ? 64 : 1024;
      say(`${mebibytes} MiB: making the file`);
      await mkdir(path.join(folder, 'www'));
      await bigZip(path.join(folder, 'www', 'result.zip'), mebibytes * MIB);
      await bigZip(path.join(folder, 'www', 'small.zip'), 4 * MIB);
      process.env['SOIL_BENCH_FOLDER'] = folder;
      const server = await startNginx(nginx, folder);
      try {
        const url = `${server.address}/result.zip`;
        const grown: number[] = [];
        const rate = (seconds: number): number => mebibytes / seconds;
        const byCurl = async (care: { sync?: boolean; digest?: boolean }): Promise<number> => {
          const file = path.join(folder, 'curl.zip');
          const startedAt = performance.now();
          execFileSync(curl, ['--silent', '--fail', '--output', file, url]);
          if (care.sync) execFileSync('sync', [file]);
          if (care.digest) execFileSync('sha256sum', [file]);
          const seconds = (performance.now() - startedAt) / 1000;
          await rm(file);
          return rate(seconds);
        };
        say(`${mebibytes} MiB: downloading`);
        const results = await inTurn(quick ? 2 : 5, {
          ours: async () => {
            const { seconds, grownBytes } = await runTask('download', url, `${server.address}/small.zip`);
            grown.push(grownBytes / 1e6);
            return rate(seconds);
          },
          received: async () => rate((await runTask('receive', url, `${server.address}/small.zip`)).seconds),
          curl: () => byCurl({}),
          flushed: () => byCurl({ sync: true }),
          checked: () => byCurl({ sync: true, digest: true }),
        });
        const shown = (values: number[]): string => `${digits(figure(values).median)} MiB/s`;
        const work = `download of ${mebibytes} MiB to disk, verified`;
        return [
          { work, against: 'curl -o', ours: shown(results.ours), theirs: shown(results.curl), figure: ratios(results.ours, results.curl), unit: 'x', reach: { at: 'least', value: 0.8 } },
          { work, against: 'undici in a bare process, what comes dropped', ours: shown(results.ours), theirs: shown(results.received), figure: ratios(results.ours, results.received), unit: 'x' },
          { work, against: 'curl -o, and sync of the file', ours: shown(results.ours), theirs: shown(results.flushed), figure: ratios(results.ours, results.flushed), unit: 'x' },
          { work, against: 'curl -o, sync of the file, sha256sum', ours: shown(results.ours), theirs: shown(results.checked), figure: ratios(results.ours, results.checked), unit: 'x' },
          { work: 'download: memory', against: 'before it', ours: `${digits(figure(grown).median)} MB`, theirs: '', figure: figure(grown), unit: 'MB', reach: { at: 'most', value: 64 } },
        ];
      } finally {
        await server.stop();
      }
    }),
};

function program(name: string, place: string): string {
  for (const each of [name, place]) if (spawnSync(each, ['-V']).error === undefined) return each;
  throw new Unavailable(`${name} is not installed: apt-get install ${name}`);
}

async function startNginx(nginx: string, folder: string): Promise<{ address: string; stop(): Promise<void> }> {
  const port = await freePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${path.join(folder, name)};`).join(' ');
  const configuration = `daemon off; master_process off; worker_processes 1; pid ${path.join(folder, 'nginx.pid')}; error_log stderr crit;
events { worker_connections 64; }
http { access_log off; sendfile on; tcp_nopush on; ${paths} server { listen 127.0.0.1:${port}; root ${path.join(folder, 'www')}; } }
`;
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, configuration);
  const child = spawn(nginx, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  const due = Date.now() + 10_000;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || Date.now() > due) {
      await stop();
      throw new Error('nginx did not start.');
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { address: `http://127.0.0.1:${port}`, stop };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
