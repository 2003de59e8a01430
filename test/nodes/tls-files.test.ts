import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { NodeAPI } from 'node-red';
import { testConnection } from '../../nodes/admin/connection-test';
import { nodeRedVersion, requireOfNodeRed } from '../runtime/node-red-under-test';
import { CertificateAuthority, makeCertificate } from '../servers/certificates';
import { pkcs12 } from '../servers/pkcs12';
import { RunningFlow } from './flow';

const tlsConfig = requireOfNodeRed('@node-red/nodes/core/network/05-tls.js') as (RED: NodeAPI) => void;

const VARIABLES = ['SOIL_TEST_CA', 'SOIL_TEST_CERT', 'SOIL_TEST_KEY'] as const;

describe('The core tls-config node', () => {
  let flow: RunningFlow | undefined;
  let server: Server | undefined;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'soil-tls-'));
  });
  afterEach(async () => {
    await flow?.stop();
    server?.closeAllConnections();
    server?.close();
    flow = server = undefined;
    for (const name of VARIABLES) delete process.env[name];
    await rm(folder, { recursive: true, force: true });
  });

  const names = ['ca', 'cert', 'key', 'p12'] as const;
  const files = (): Record<(typeof names)[number], string> => Object.fromEntries(names.map((name) => [name, path.join(folder, name)])) as never;

  it('gives the authority, and certificate and key of the client, from files', async () => {
    const { ca, cert, key } = files();
    await finds({ ca, cert, key });
  });

  // Node-RED 4.1 knows neither of them.
  const sinceNodeRed5 = nodeRedVersion.startsWith('4.') ? it.skip : it;
  sinceNodeRed5('gives all of them from one PKCS #12 file', () => finds({ certType: 'pfx', p12: files().p12 }));

  sinceNodeRed5('gives them from environment variables', async () => {
    const { ca, cert, key } = files();
    const [caEnv, certEnv, keyEnv] = VARIABLES;
    await finds({ certType: 'env', caEnv, certEnv, keyEnv }, { [caEnv]: ca, [certEnv]: cert, [keyEnv]: key });
  });

  /** Asks a service that wants a certificate, and fetches a file there, with such a TLS configuration. */
  async function finds(settings: object, variables: Record<string, string> = {}): Promise<void> {
    const authority = new CertificateAuthority();
    const own = makeCertificate({ names: ['localhost'], issuer: authority });
    const client = makeCertificate({ names: ['client'], issuer: authority });
    server = createServer({ ...own, ca: authority.cert, requestCert: true, rejectUnauthorized: true }, (request, response) => {
      const token = { access_token: 'token-of-the-test', expires_in: 3600, token_type: 'Bearer' };
      const catalog = { type: 'DataCatalog', DataSet: [{ type: 'DataSet', identifier: 7, name: 'Survey' }] };
      response.setHeader('content-type', 'application/ld+json');
      response.end(JSON.stringify(request.url === '/oauth/token' ? token : catalog));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `https://localhost:${(server.address() as AddressInfo).port}`;
    const { ca, cert, key, p12 } = files();
    const passphrase = 'canary';
    await Promise.all([writeFile(ca, authority.cert), writeFile(cert, client.cert), writeFile(key, client.key), writeFile(p12, pkcs12(client, passphrase, [authority.cert]))]);
    for (const [name, file] of Object.entries(variables)) process.env[name] = await readFile(file, 'utf8');

    let RED: NodeAPI | undefined;
    flow = await RunningFlow.start(
      [
        { id: 'tls', type: 'tls-config', verifyservercert: true, ...settings },
        { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: address, authUrl: address, tls: 'tls' },
        { id: 'all', type: 'soil-discover', service: 'svc', resource: 'all-datasets', wires: [['found']] },
        { id: 'found', type: 'helper' },
        { id: 'download', type: 'soil-download', service: 'svc', to: 'buffer', wires: [[], []] },
      ],
      { modules: [tlsConfig, (api) => void (RED = api)], credentials: { tls: { passphrase }, svc: { clientId: 'client-of-the-test', clientSecret: 'secret-of-the-test' } } },
    );
    flow.send('all', {});
    assert.deepEqual((await flow.message('found')).soil?.query?.datasets, [7]);
    const screen = { id: 'svc', settings: { mode: 'service', baseUrl: `${address}/`, authUrl: address, tls: 'tls' } };
    assert.equal((await testConnection(RED!, screen)).ok, true, 'the dialog tests the connection by the same way');
    flow.send('download', { payload: `${address}/v1/files/a.zip` });
    assert.equal((await flow.error()).error.code, 'SOIL_ARCHIVE', 'it was fetched by the same way: the list of datasets is no zip');
  }
});
