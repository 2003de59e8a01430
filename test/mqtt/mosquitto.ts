import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../servers/free-port';

const PROGRAMS = ['mosquitto', '/usr/sbin/mosquitto'];

/** The broker of Debian's package `mosquitto`, where it is installed. */
export function findMosquitto(): string | undefined {
  return PROGRAMS.find((program) => spawnSync(program, ['-h']).error === undefined);
}

/** A real broker on a free loopback port, with a configuration and a folder of its own. */
export class Mosquitto {
  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(program: string): Promise<Mosquitto> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-mosquitto-'));
    const port = await freePort();
    const configuration = path.join(folder, 'mosquitto.conf');
    await writeFile(configuration, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nmax_queued_messages 0\n`);
    const child = spawn(program, ['-c', configuration], { stdio: 'ignore' });
    const broker = new Mosquitto(port, folder, child);
    const due = Date.now() + 60_000;
    while (!(await isListening(port))) {
      if (child.exitCode !== null || Date.now() > due) {
        await broker.stop();
        throw new Error('Mosquitto did not start.');
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return broker;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await gone;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
