import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { SoilRecord } from '../../../src/records/soil-record';
import { LoopbackServer } from '../../servers/loopback-server';
import { areaAt } from './slow-service';

/** One outcome of a message. */
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

/** Receives the outcomes of the messages. */
export class Outcomes {
  readonly ends: End[] = [];
  readonly server: LoopbackServer;

  constructor(random: () => number) {
    this.server = new LoopbackServer(async (request, response, body) => {
      this.note(request, body);
      // A database may take its time.
      await pause(random() < 0.1 ? 1200 * random() : 80 * random());
      response.end('taken');
    });
  }

  private note(request: IncomingMessage, body: string): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
    const of = (name: string): string => searchParams.get(name) ?? '';
    // A deploy also cuts off the node that posts the outcomes.
    if (/^(?:http request|link call)$/.test(of('from'))) return;
    const isError = of('from') !== '';
    const records = isError ? [] : (JSON.parse(body) as SoilRecord[]);
    const areas = [...new Set(records.map(({ lon, lat }) => (lon === null || lat === null ? -1 : areaAt(lon, lat))))];
    this.ends.push({ topic: pathname.slice(1), at: Date.now(), job: of('job'), again: of('again') === 'true', code: isError ? of('code') || 'none' : '', areas });
  }
}
