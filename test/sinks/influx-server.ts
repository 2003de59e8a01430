import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../servers/free-port';

const PROGRAM = '/usr/bin/influxd';
export const influxInstalled = (): boolean => existsSync(PROGRAM);

interface Answer {
  results: { error?: string; series?: { columns: string[]; values: unknown[][]; tags?: Record<string, string> }[] }[];
}

/** An InfluxDB 1.x of its own on a data directory of its own. */
export class InfluxServer {
  private constructor(
    readonly port: number,
    private readonly directory: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(database: string): Promise<InfluxServer> {
    const directory = await mkdtemp(path.join(os.tmpdir(), 'soil-influx-'));
    const [port, backupPort] = [await freePort(), await freePort()];
    const at = (folder: string): string => JSON.stringify(path.join(directory, folder));
    const settings = `reporting-disabled = true
bind-address = "127.0.0.1:${backupPort}"
[meta]
dir = ${at('meta')}
[data]
dir = ${at('data')}
wal-dir = ${at('wal')}
[monitor]
store-enabled = false
[http]
bind-address = "127.0.0.1:${port}"
log-enabled = false
`;
    await writeFile(path.join(directory, 'influxdb.conf'), settings);
    const child = spawn(PROGRAM, ['run', '-config', path.join(directory, 'influxdb.conf')], { stdio: 'ignore', env: { ...process.env, HOME: directory } });
    const server = new InfluxServer(port, directory, child);
    await server.ready();
    await server.query('', `CREATE DATABASE ${database}`);
    return server;
  }

  /** The rows of an answer, with tags and columns as fields. */
  async query(database: string, query: string): Promise<Record<string, unknown>[]> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/query?epoch=ms&db=${database}&q=${encodeURIComponent(query)}`, { method: 'POST' });
    const { results } = (await answer.json()) as Answer;
    if (results[0]?.error) throw new Error(results[0].error);
    return (results[0]?.series ?? []).flatMap(({ columns, values }) => values.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))));
  }

  async remove(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await gone;
    }
    await rm(this.directory, { recursive: true, force: true });
  }

  private async ready(): Promise<void> {
    const due = Date.now() + 60_000;
    while (!(await fetch(`http://127.0.0.1:${this.port}/ping`).then(({ ok }) => ok, () => false))) {
      if (Date.now() > due || this.child.exitCode !== null) {
        await this.remove();
        throw new Error('InfluxDB did not start.');
      }
      await pause(100);
    }
  }
}
