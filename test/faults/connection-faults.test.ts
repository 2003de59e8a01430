import assert from 'node:assert/strict';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { canaries, canariesIn } from '../secrets/canaries';
import { CertificateAuthority, makeCertificate } from '../servers/certificates';
import { startFullBacklog } from '../servers/full-backlog';
import { startScriptedServer, type ScriptedServerOptions } from '../servers/scripted-server';
import { outcomeOf, said, serviceAt } from './fault-run';
import { goodToken, operations, TOKEN_ROUTE } from './operations';

/** A server that no request can reach. */
interface Place {
  origin: string;
  /** Requests that arrived all the same. */
  arrived: () => number;
  close: () => Promise<void>;
}

const authority = new CertificateAuthority();
const day = 86_400_000;

async function tlsServer(tls: ScriptedServerOptions['tls']): Promise<Place> {
  const server = await startScriptedServer({ tls });
  return { origin: server.origin, arrived: () => server.requests.length, close: () => server.close() };
}

/** Takes connections and does one thing with each. */
async function plainServer(scheme: string, take: (socket: Socket) => void): Promise<Place> {
  let heard = '';
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined).on('data', (bytes: Buffer) => (heard += bytes.toString('latin1')));
    take(socket);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const arrived = (): number => (heard.includes('authorization') ? 1 : 0);
  const close = (): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
  return { origin: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived, close };
}

const nowhere = (origin: string): Promise<Place> => Promise.resolve({ origin, arrived: () => 0, close: () => Promise.resolve() });

const places: Record<string, () => Promise<Place>> = {
  'a name that is not found': () => nowhere('https://no-such-host.invalid'),
  'a port that refuses': () => nowhere('http://127.0.0.1:1'),
  'a firewall that drops everything': async () => {
    const hole = await startFullBacklog();
    return { origin: `http://127.0.0.1:${hole.port}`, arrived: () => 0, close: () => hole.close() };
  },
  'a certificate that has expired': () =>
    tlsServer(makeCertificate({ names: ['127.0.0.1'], issuer: authority, validFrom: new Date(Date.now() - 9 * day), validTo: new Date(Date.now() - day) })),
  'a certificate for another host': () => tlsServer(makeCertificate({ names: ['other.example'], issuer: authority })),
  'a certificate that nobody vouches for': () => tlsServer(makeCertificate({ names: ['127.0.0.1'] })),
  'a handshake that is cut': () => plainServer('https', (socket) => void socket.once('data', () => socket.resetAndDestroy())),
  'a server without TLS': () => plainServer('https', (socket) => void socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
};

describe('The operations of the service when no connection is established', function () {
  this.timeout(300_000);

  for (const [name, open] of Object.entries(places)) {
    it(`because of ${name}: SOIL_UNAVAILABLE, since nothing was sent, even for a new job`, async () => {
      const place = await open();
      const problems: string[] = [];
      await Promise.all(
        operations.map(async (operation) => {
          const signsIn = operation.nature === 'signs in';
          const good = await startScriptedServer();
          if (!signsIn) good.always(TOKEN_ROUTE, goodToken(canaries.accessToken));
          const service = serviceAt(good.origin, { ...(signsIn ? { authUrl: place.origin } : { baseUrl: place.origin }), timeout: 10, tls: { ca: authority.cert } });
          try {
            const { code, words } = await outcomeOf(operation.call(service));
            if (code !== 'SOIL_UNAVAILABLE') problems.push(`${operation.name}: ${code} ${words}`);
            // Before there is a token, the API must receive nothing.
            if (good.unexpected.length > 0) problems.push(`${operation.name}: ${good.unexpected.join()}`);
          } finally {
            await service.close();
            await good.close();
          }
        }),
      );
      const arrived = place.arrived();
      await place.close();
      assert.deepEqual(problems, []);
      assert.equal(arrived, 0, 'requests that arrived');
    });
  }

  it('says nothing secret in all of that', () => {
    assert.ok(said.length > Object.keys(places).length * operations.length);
    assert.deepEqual([...new Set(said.flatMap(canariesIn))], []);
  });
});

describe('A kept connection that has gone stale', () => {
  for (const operation of operations.filter(({ nature }) => nature !== 'signs in')) {
    it(`is replaced: ${operation.name}`, async () => {
      const server = await startScriptedServer();
      server.script(TOKEN_ROUTE, goodToken(canaries.accessToken));
      server.script(operation.route, { ...operation.good, goesStale: true }, operation.good);
      const service = serviceAt(server.origin);
      try {
        await operation.call(service);
        await operation.call(service);
        assert.deepEqual(server.unused(), []);
        // A request that creates something uses no kept connection: after a reset, nobody could say whether it was read.
        const connections = server.requests.filter(({ path }) => path !== '/oauth/token').map(({ connection }) => connection);
        assert.equal(new Set(connections).size, 2);
      } finally {
        await service.close();
        await server.close();
      }
    });
  }
});
