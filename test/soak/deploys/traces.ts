import type { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { SoilRecord } from '../../../src/records/soil-record';
import { areaAt } from './slow-service';

/** A step of a message in Node-RED, as the probe tells it. */
export interface Step {
  at: number;
  step: 'sends' | 'delivers' | 'receives' | 'completes';
  topic: string;
  node: string;
  type?: string;
  job?: string;
  again?: boolean;
  /** Of an error, where it completes with one. */
  code?: string;
  /** In which process, from 0. */
  life: number;
}

/** Something that came of a message. */
export interface End {
  topic: string;
  at: number;
  job: string;
  /** Whether it says that it may have come out before. */
  again: boolean;
  /** Of an error. */
  code: string;
  /** The areas that the places of its records are in. */
  areas: number[];
}

/** How a process came to its end. */
export interface LifeEnd {
  how: 'SIGTERM' | 'SIGKILL' | 'runs';
  at: number;
}

const MARK = '@soak ';

/** The steps in what a process wrote. */
export function stepsIn(log: readonly string[], life: number): Step[] {
  return log.filter((line) => line.startsWith(MARK) && line.endsWith('}')).map((line) => ({ ...(JSON.parse(line.slice(MARK.length)) as Step), life }));
}

/** What a process wrote besides. */
export function linesIn(log: readonly string[]): string[] {
  return log.filter((line) => !line.startsWith(MARK));
}

/** Takes what comes of the messages. */
export class Outcomes {
  readonly ends: End[] = [];
  address = '';
  private readonly server: Server;

  constructor(random: () => number) {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('error', () => undefined).on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        this.note(request, body);
        // A database may take its time.
        setTimeout(() => response.end('taken'), random() < 0.1 ? 1200 * random() : 80 * random());
      });
      response.on('error', () => undefined);
    });
    this.server.on('connection', (socket) => socket.on('error', () => undefined));
  }

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private note(request: IncomingMessage, body: string): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
    const of = (name: string): string => searchParams.get(name) ?? '';
    // What posts the outcomes is broken off by a deploy as well.
    if (/^(?:http request|link call)$/.test(of('from'))) return;
    const isError = of('from') !== '';
    const records = isError ? [] : (JSON.parse(body) as SoilRecord[]);
    const areas = [...new Set(records.map(({ lon, lat }) => (lon === null || lat === null ? -1 : areaAt(lon, lat))))];
    this.ends.push({ topic: pathname.slice(1), at: Date.now(), job: of('job'), again: of('again') === 'true', code: isError ? of('code') || 'none' : '', areas });
  }
}
