import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { CertificateAuthority, makeCertificate, type CertificateOptions } from '../servers/certificates';
import { startConnectProxy } from '../servers/connect-proxy';
import { pkcs12 } from '../servers/pkcs12';
import { startScriptedServer, type ScriptedServer } from '../servers/scripted-server';
import { ExchangeScenario, failureOf } from './exchange-scenario';

const DAY_MS = 86_400_000;

describe('An exchange over TLS', () => {
  const scenario = ExchangeScenario.inEachTest();
  const authority = new CertificateAuthority();
  const names = ['localhost', '127.0.0.1'];
  let server: ScriptedServer | undefined;

  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  async function serve(certificate: Partial<CertificateOptions>, more: object = {}): Promise<string> {
    server = await startScriptedServer({ tls: { ...makeCertificate({ names, issuer: authority, ...certificate }), ...more } });
    server.always('* /', { body: 'secure' });
    return `${server.origin}/`;
  }

  it('trusts the authority of the settings', async () => {
    const url = await serve({});
    scenario.use({ tls: { ca: authority.cert } });
    assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'secure');
    assert.equal((await scenario.submit('', { url })).body, 'secure');
  });

  for (const [name, certificate, words, detail] of [
    ['has expired', { validFrom: new Date(Date.now() - 9 * DAY_MS), validTo: new Date(Date.now() - DAY_MS) }, /has expired.*renew it/, 'CERT_HAS_EXPIRED'],
    ['is for another host', { names: ['other.example'] }, /was issued for another name/, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['signs itself', { issuer: undefined }, /not signed by an authority that this machine trusts.*TLS configuration/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['is of an unknown authority', { issuer: new CertificateAuthority('Stranger') }, /not signed by an authority/, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ] as [string, Partial<CertificateOptions>, RegExp, string][]) {
    it(`ends at once if the certificate ${name}, and nothing was sent`, async () => {
      const url = await serve(certificate);
      scenario.use({ tls: { ca: authority.cert } });
      for (const exchange of [scenario.exchange({ method: 'GET', url }), scenario.submit('', { url })]) {
        const error = await failureOf(exchange, 'SOIL_UNAVAILABLE');
        assert.match(error.message, words);
        assert.equal(error.cause.detail, detail);
      }
      assert.deepEqual(scenario.delays, []);
      assert.equal(server?.requests.length, 0);
    });
  }

  it('is repeated if the certificate is not valid yet, until the clock of this machine is set', async () => {
    const url = await serve({ validFrom: new Date(Date.now() + DAY_MS), validTo: new Date(Date.now() + 9 * DAY_MS) });
    scenario.use({ tls: { ca: authority.cert } });
    const exchange = scenario.submit('', { url });
    while (scenario.delays.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    await server?.close();
    server = await startScriptedServer({ tls: makeCertificate({ names, issuer: authority }), port: Number(new URL(url).port) });
    server.always('* /', { body: 'secure' });
    assert.equal((await exchange).body, 'secure');
  });

  it('takes any certificate when told to', async () => {
    const url = await serve({ issuer: undefined, names: ['other.example'] });
    scenario.use({ tls: { rejectUnauthorized: false } });
    assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'secure');
  });

  it('expects the name that the settings give', async () => {
    const url = await serve({ names: ['soil.example'] });
    scenario.use({ tls: { ca: authority.cert, servername: 'soil.example' } });
    assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'secure');
  });

  it('expects the own name of another host, such as the one that gives tokens, unless that has only a number', async () => {
    for (const [own, host] of [['localhost', 'localhost'], ['soil.example', '127.0.0.1']] as const) {
      const url = await serve({ names: [own] });
      scenario.use({ tls: { ca: authority.cert, servername: 'soil.example' }, serverNameOf: 'api.example' });
      const there = Object.assign(new URL(url), { hostname: host }).href;
      for (const freshConnection of [true, false]) assert.equal((await scenario.exchange({ method: 'GET', url: there, freshConnection })).body, 'secure');
      await scenario.client.close();
      await server?.close();
    }
    const url = Object.assign(new URL(await serve({ names: ['soil.example'] })), { hostname: 'localhost' }).href;
    scenario.use({ tls: { ca: authority.cert, servername: 'soil.example' }, serverNameOf: 'localhost' });
    assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'secure');
  });

  it('proves who it is with its own certificate', async () => {
    const client = makeCertificate({ names: ['client'], issuer: authority });
    const url = await serve({}, { ca: authority.cert, requestCert: true, rejectUnauthorized: true });
    scenario.use({ tls: { ca: authority.cert, ...client } });
    assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'secure');
    await scenario.client.close();
    scenario.use({ tls: { ...client, rejectUnauthorized: false } });
    assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'secure');
    const proxy = await startConnectProxy();
    for (const through of [{}, { proxy: { url: proxy.url } }]) {
      await scenario.client.close();
      scenario.use({ tls: { ca: authority.cert }, ...through });
      for (const freshConnection of [false, true]) {
        const { message, cause } = await failureOf(scenario.exchange({ method: 'GET', url, freshConnection }), 'SOIL_UNAVAILABLE');
        assert.match(message, /no secure connection .* the certificate and key in the TLS configuration\.$/);
        assert.equal(cause.detail, 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED');
      }
    }
    assert.deepEqual(scenario.delays, []);
    await proxy.close();
  });

  it('reads a key that is kept under a passphrase, and no other way', async () => {
    const client = makeCertificate({ names: ['client'], issuer: authority });
    const passphrase = 'canary';
    const key = createPrivateKey(client.key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }).toString();
    const url = await serve({}, { ca: authority.cert, requestCert: true, rejectUnauthorized: true });
    scenario.use({ tls: { ca: authority.cert, cert: client.cert, key, passphrase } });
    assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'secure');
    await scenario.client.close();
    scenario.use({ tls: { ca: authority.cert, cert: client.cert, key, passphrase: 'another' } });
    await failureOf(scenario.exchange({ method: 'GET', url }), 'SOIL_CONFIG');
  });

  it('takes certificate, key and authorities from a PKCS #12 file, and no other way', async () => {
    const client = makeCertificate({ names: ['client'], issuer: authority });
    const pfx = pkcs12(client, 'canary', [authority.cert]);
    const url = await serve({}, { ca: authority.cert, requestCert: true, rejectUnauthorized: true });
    scenario.use({ tls: { pfx, passphrase: 'canary' } });
    assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'secure');
    for (const wrong of [{ pfx, passphrase: 'another' }, { pfx }, { pfx: Buffer.from(client.cert) }]) {
      await scenario.client.close();
      scenario.use({ tls: wrong });
      const { message } = await failureOf(scenario.exchange({ method: 'GET', url }), 'SOIL_CONFIG');
      assert.match(message, /give a PKCS #12 file .* and its passphrase\.$/);
    }
  });

  it('takes an authority under each of the headings that its file may have', async () => {
    for (const heading of ['X509 CERTIFICATE', 'TRUSTED CERTIFICATE']) {
      const url = await serve({});
      scenario.use({ tls: { ca: `# our authority\n${authority.cert.replaceAll(' CERTIFICATE', ` ${heading}`)}` } });
      assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'secure');
      await scenario.client.close();
      await server?.close();
    }
  });

  it('speaks HTTP/1.1 even if the service could do otherwise, through a proxy as well', async () => {
    const versions: string[] = [];
    const both = createSecureServer({ ...makeCertificate({ names, issuer: authority }), allowHTTP1: true }, (request, response) => {
      versions.push(request.httpVersion);
      response.end('secure');
    });
    await new Promise<void>((resolve) => both.listen(0, '127.0.0.1', resolve));
    const proxy = await startConnectProxy();
    const url = `https://127.0.0.1:${(both.address() as AddressInfo).port}/`;
    for (const through of [{}, { proxy: { url: proxy.url } }]) {
      scenario.use({ tls: { ca: authority.cert }, ...through });
      assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'secure');
      await scenario.client.close();
    }
    assert.deepEqual([versions, proxy.targets.length], [['1.1', '1.1'], 1]);
    await proxy.close();
    both.close();
  });

  it('says so if the other side speaks no TLS', async () => {
    const error = await failureOf(scenario.exchange({ method: 'GET', url: `https://127.0.0.1:${scenario.server.port}/` }), 'SOIL_UNAVAILABLE');
    assert.match(error.message, /does not speak TLS on this port\. Check the port, whether the address should begin with https, and the proxy, if one is set\./);
  });

  it('says so if the other side speaks only TLS', async () => {
    const url = await serve({});
    scenario.use({ retryBudgetSeconds: 1 });
    await failureOf(scenario.exchange({ method: 'GET', url: url.replace('https', 'http') }), 'SOIL_UNAVAILABLE');
  });

  it('is refused if certificate or key cannot be read', async () => {
    const pair = makeCertificate({ names });
    for (const tls of [{ ca: 'no PEM' }, { cert: pair.cert, key: 'no PEM' }, { cert: pair.cert, key: makeCertificate({ names }).key }]) {
      scenario.use({ tls });
      const error = await failureOf(scenario.exchange({ method: 'GET', url: 'https://127.0.0.1:1/' }), 'SOIL_CONFIG');
      assert.match(error.message, /certificate or key of the TLS configuration/);
      assert.match(error.cause.detail ?? '', tls.ca ? /^unreadable$/ : /^ERR_OSSL_/);
    }
  });
});
