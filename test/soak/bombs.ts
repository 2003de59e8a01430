import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { hostileZip } from '../archive/hostile-zips';
import type { Bomb, BombEffect } from './bomb-victim';
import { mebibytes, type Figure } from './figure';

const MOST_BYTES = 64 * 2 ** 20;
const MOST_P99_MS = 20;
const MOST_DELAY_MS = 100;

/** What each answer of the service is, and what it should lead to. */
const answers: [name: string, path: string][] = [
  ['512 MiB of zeros in a gzip answer', '/gzip'],
  ['an answer without end', '/endless'],
  ['an answer that says 100 MiB', '/announced'],
  ['JSON of 100,000 levels', '/deep'],
];

const zips = ['a gibibyte that says it is small', 'a hundred thousand entries', 'a hundred thousand entries that say they are ten', 'a directory of many megabytes'];

/** Figure 6: what is small on the line and large in memory. Each goes off in a process of its own, which watches its memory and its event loop. */
export async function bombs(): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'soil-bombs-'));
  const server = await startServer();
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const figures: Figure[] = [];
    for (const [name, place] of answers) {
      figures.push(await goOff(name, { kind: 'answer', harmless: `${base}/small`, harmful: `${base}${place}`, code: 'SOIL_RESPONSE' }, folder));
    }
    const harmful = `${base}/endless.zip`;
    figures.push(await goOff('a download without end', { kind: 'download', harmless: `${base}/small.zip`, harmful, code: 'SOIL_DOWNLOAD' }, folder));
    for (const name of zips) {
      const file = path.join(folder, 'bomb.zip');
      await writeFile(file, hostileZip(name).zip());
      const harmless = path.join(folder, 'harmless.zip');
      await writeFile(harmless, emptyZip);
      figures.push(await goOff(`zip: ${name}`, { kind: 'zip', harmless, harmful: file, code: 'SOIL_ARCHIVE' }, folder));
    }
    return figures;
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function goOff(name: string, bomb: Omit<Bomb, 'folder'>, folder: string): Promise<Figure> {
  const victim = fork(path.join(__dirname, 'bomb-victim.ts'), { execArgv: ['--expose-gc', '--import', 'tsx'] });
  victim.send({ ...bomb, folder });
  const [outcome] = (await Promise.race([once(victim, 'message'), once(victim, 'exit').then(() => ['the process ended'])])) as [BombEffect | string];
  victim.kill('SIGKILL');
  if (typeof outcome === 'string') return { number: 6, name, seen: outcome, missed: [outcome] };
  const { grownBytes, p99, max, ended } = outcome;
  const missed = [
    ...(ended === bomb.code ? [] : [`it ended in ${ended}, not ${bomb.code}`]),
    ...(grownBytes <= MOST_BYTES ? [] : [`memory rose by ${mebibytes(grownBytes)}, at most ${mebibytes(MOST_BYTES)} are allowed`]),
    ...(p99 <= MOST_P99_MS ? [] : [`the event loop was late by ${p99.toFixed(1)} ms (p99), ${MOST_P99_MS} are allowed`]),
    ...(max <= MOST_DELAY_MS ? [] : [`the event loop stood still for ${max.toFixed(0)} ms, ${MOST_DELAY_MS} are allowed`]),
  ];
  return { number: 6, name, seen: `${ended}, memory up by ${mebibytes(grownBytes)}, event loop late by ${p99.toFixed(1)} ms (p99) and ${max.toFixed(0)} ms at worst`, missed };
}

const emptyZip = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex');

async function startServer(): Promise<Server> {
  const packed = await promisify(gzip)(Buffer.alloc(512 * 2 ** 20), { level: 1 });
  const piece = Buffer.from('{"value":12345},'.repeat(4096));
  const endless = (response: ServerResponse): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', () => endless(response));
  };
  const server = createServer((request, response) => {
    const json = { 'content-type': 'application/json' };
    switch (request.url) {
      case '/gzip':
        return response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(packed);
      case '/endless':
        response.writeHead(200, json);
        return endless(response);
      case '/endless.zip':
        response.writeHead(200, { 'content-type': 'application/zip' }).write('PK\x03\x04');
        return endless(response);
      case '/announced':
        return response.writeHead(200, { ...json, 'content-length': 100 * 2 ** 20 }).write(piece);
      case '/deep':
        return response.writeHead(200, json).end('['.repeat(100_000) + ']'.repeat(100_000));
      case '/small.zip':
        return response.writeHead(200, { 'content-type': 'application/zip' }).end(emptyZip);
      default:
        return response.writeHead(200, json).end('{}');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
