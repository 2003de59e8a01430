import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../servers/free-port';

const USER = 'postgres';

/** Where Debian puts the programs of the newest PostgreSQL; `null` if there is none. */
export async function postgresPrograms(): Promise<string | null> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [] as string[]);
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  const programs = newest === undefined ? '' : path.join('/usr/lib/postgresql', newest, 'bin');
  return programs !== '' && existsSync(path.join(programs, 'initdb')) ? programs : null;
}

/** A PostgreSQL of its own on a data directory of its own. PostgreSQL refuses to run as root, so root runs it as the user of the package. */
export class PostgresServer {
  private constructor(
    readonly port: number,
    private readonly directory: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(programs: string): Promise<PostgresServer> {
    const directory = await mkdtemp(path.join(os.tmpdir(), 'soil-postgres-'));
    const data = path.join(directory, 'data');
    const root = process.getuid?.() === 0;
    const asUser = (program: string, args: string[]): [string, string[]] => {
      const full = path.join(programs, program);
      return root ? ['setpriv', ['--reuid', USER, '--regid', USER, '--clear-groups', full, ...args]] : [full, args];
    };
    try {
      if (root) execFileSync('chown', [USER, directory]);
      await chmod(directory, 0o700);
      execFileSync(...asUser('initdb', ['-D', data, '-U', USER, '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']), { cwd: '/', stdio: 'pipe' });
      const port = await freePort();
      const settings = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', directory, '-c', 'fsync=off'];
      const child = spawn(...asUser('postgres', settings), { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
      const server = new PostgresServer(port, directory, child);
      await server.ready();
      return server;
    } catch (error) {
      await rm(directory, { recursive: true, force: true });
      throw error;
    }
  }

  /** Stops it at once, and removes what it stored. */
  async remove(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, 'exit');
      this.child.kill('SIGINT');
      await gone;
    }
    await rm(this.directory, { recursive: true, force: true });
  }

  private async ready(): Promise<void> {
    const lines: string[] = [];
    this.child.stderr?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
    const due = Date.now() + 60_000;
    while (!lines.join('').includes('ready to accept connections')) {
      if (Date.now() > due || this.child.exitCode !== null) {
        await this.remove();
        throw new Error(`PostgreSQL did not start:\n${lines.join('')}`);
      }
      await pause(50);
    }
  }
}
