import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../servers/free-port';

const PROGRAMS = ['mosquitto', '/usr/sbin/mosquitto'];

/** The broker of Debian's package `mosquitto`, if it is installed. */
function findMosquitto(): string | undefined {
  return PROGRAMS.find((program) => spawnSync(program, ['-h']).error === undefined);
}

/** A real broker on a free loopback port, with a configuration and a folder of its own. */
export class Mosquitto {
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly program: string,
    private readonly folder: string,
  ) {}

  /**
   * Starts one; skips the tests, and says so, if it is not installed.
   *
   * @param what is not tested then
   */
  static async startOrSkip(tests: Mocha.Context, what: string): Promise<Mosquitto> {
    const program = findMosquitto();
    if (program === undefined) {
      console.log(`    NOT TESTED: ${what}. The broker is not installed: apt-get install mosquitto`);
      tests.skip();
    }
    const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-mosquitto-'));
    const port = await freePort();
    await writeFile(path.join(folder, 'mosquitto.conf'), `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nmax_queued_messages 0\n`);
    const broker = new Mosquitto(port, program, folder);
    await broker.start();
    return broker;
  }

  /** Starts it again after {@link stop}, at the same port: what was retained is gone. */
  async start(): Promise<void> {
    const child = spawn(this.program, ['-c', path.join(this.folder, 'mosquitto.conf')], { stdio: 'ignore' });
    this.child = child;
    const due = Date.now() + 60_000;
    while (!(await isListening(this.port))) {
      if (child.exitCode !== null || Date.now() > due) {
        await this.remove();
        throw new Error('Mosquitto did not start.');
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }

  /** Stops it and removes its folder. */
  async remove(): Promise<void> {
    await this.stop();
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
