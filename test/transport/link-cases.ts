import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { isSoilError } from '../../src/errors/soil-error';
import { addressScope } from '../../src/transport/address-scope';
import { ByteFailure } from '../../src/transport/byte-exchange';
import { ByteSource } from '../../src/transport/byte-source';
import { seeded } from '../random/seeded';
import { startScriptedServer } from '../servers/scripted-server';

/** What became of links that lead, directly or by a redirect, to where they must not. */
interface LinkFigures {
  cases: number;
  refused: number;
  /** Connections to anything but the two servers of the test. */
  strayConnections: string[];
  /** Requests with a header that tells who asks. */
  credentials: string[];
}

const codes = [301, 302, 303, 307, 308];
const allowedHeaders = new Set(['accept', 'accept-encoding', 'connection', 'host', 'if-range', 'range', 'user-agent']);

/** IPv4 addresses that must not be reached, one of each kind. */
const badIpv4 = ['10.0.0.1', '172.16.5.4', '192.168.1.1', '169.254.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1'];
const badIpv6 = ['fe80::1', 'fd00::1', 'fec0::1', '::', 'ff02::1', '2001:db8::1', '64:ff9b:1::1', 'fd00:ec2::254'];

type Form = (address: string) => string;
const number = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const half = (address: string, at: number): string => ((number(address) >>> at) & 0xffff).toString(16);

/** The ways in which a URL can write an IPv4 address. */
const forms: Form[] = [
  (address) => address,
  (address) => `${address}.`,
  (address) => String(number(address)),
  (address) => `0x${number(address).toString(16)}`,
  (address) => `0${number(address).toString(8)}`,
  (address) => address.split('.').map((part) => `0x${Number(part).toString(16)}`).join('.'),
  (address) => address.split('.').map((part) => `0${Number(part).toString(8)}`).join('.'),
  (address) => `${address.split('.')[0] ?? ''}.${number(address) & 0xffffff}`,
  (address) => address.replaceAll('.', '\u3002'),
  (address) => address.replaceAll('1', '\uff11'),
  (address) => address.replaceAll('.', '%2e'),
  (address) => `[::ffff:${address}]`,
  (address) => `[::ffff:${half(address, 16)}:${half(address, 0)}]`,
  (address) => `[0:0:0:0:0:ffff:${half(address, 16)}:${half(address, 0)}]`,
  (address) => `[64:ff9b::${address}]`,
  (address) => `[2002:${half(address, 16)}:${half(address, 0)}::1]`,
  (address) => `[::${address}]`,
  (address) => `[::ffff:0:${address}]`,
];

/**
 * Follows links that must be refused: every way of writing an address and names for it, directly and after a redirect of a host that may be
 * asked, with ports, user info and schemes at random. Fails if one is followed.
 */
export async function tryLinks(count: number, seed: number): Promise<LinkFigures> {
  const random = seeded(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const figures: LinkFigures = { cases: 0, refused: 0, strayConnections: [], credentials: [] };
  const [host, other] = [await startScriptedServer(), await startScriptedServer()];
  const ports = new Set([host.port, other.port]);
  let resolved = '127.0.0.1';

  let attempts = 0;
  const watch = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    socket.on('connectionAttempt', (address: string, port: number) => {
      attempts++;
      if (!ports.has(port) || addressScope(address) !== 'loopback') figures.strayConnections.push(`${address}:${port}`);
    });
  };
  subscribe('net.client.socket', watch);

  const target = (): string => {
    const address = pick([...badIpv4, ...badIpv6]);
    resolved = address;
    const isV6 = address.includes(':');
    const hostname = random() < 0.25 ? 'files.example' : isV6 ? `[${address}]` : pick(forms)(address);
    const scheme = random() < 0.7 ? 'https' : 'http';
    const user = random() < 0.15 ? pick(['user@', 'user:pass@', ':pass@', '127.0.0.1@', `127.0.0.1%3A${other.port}@`]) : '';
    const port = random() < 0.4 ? `:${pick([80, 443, 22, 8080, other.port])}` : '';
    return `${scheme}://${user}${hostname}${port}/soil.zip?signature=1`;
  };

  try {
    for (; figures.cases < count; figures.cases++) {
      const redirected = random() < 0.7;
      const link = random() < 0.1 ? `http://user:pass@127.0.0.1:${other.port}/soil.zip` : target();
      if (redirected) host.script('GET /first', { status: pick(codes), headers: { location: encodeURI(decodeURI(link)), 'set-cookie': 'session=1' } });
      const source = new ByteSource(
        { allowLoopback: true, allowPrivateHosts: false, apiOrigin: 'https://api.example', timeoutSeconds: 60 },
        { resolve: () => Promise.resolve([{ address: resolved, family: resolved.includes(':') ? 6 : 4 }]) },
      );
      const what = `case ${figures.cases} of seed ${seed}: ${redirected ? 'redirect to ' : ''}${link}`;
      try {
        const answer = await source.get(redirected ? `${host.origin}/first` : link, { range: { from: 10, etag: '"a"' } });
        answer.discard();
        assert.fail(`${what} was followed`);
      } catch (error) {
        assert.ok(isSoilError(error, 'SOIL_DOWNLOAD'), `${what}: ${error instanceof ByteFailure ? error.words.what : String(error)}`);
        figures.refused++;
      } finally {
        await source.close();
      }
    }
    for (const { headers } of [...host.requests, ...other.requests]) {
      for (const name of Object.keys(headers)) if (!allowedHeaders.has(name)) figures.credentials.push(name);
    }
    assert.equal(other.connections, 0);
    assert.equal(attempts, host.connections, 'the watch sees every connection');
    return figures;
  } finally {
    unsubscribe('net.client.socket', watch);
    await Promise.all([host.close(), other.close()]);
  }
}
