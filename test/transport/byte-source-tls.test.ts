import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ByteAnswer } from '../../src/transport/byte-exchange';
import { CertificateAuthority, makeCertificate } from '../servers/certificates';
import { pkcs12 } from '../servers/pkcs12';
import { startScriptedServer, type ScriptedServer } from '../servers/scripted-server';
import { ByteScenario, failureOf, refusalOf, wholeBody } from './byte-scenario';

describe('a source of bytes over TLS', () => {
  const stage = ByteScenario.inEachTest();
  const authority = new CertificateAuthority();
  const certificate = makeCertificate({ names: ['files.example', '127.0.0.1'], issuer: authority });
  const client = makeCertificate({ names: ['client'], issuer: authority });
  const names = { 'files.example': '127.0.0.1', 'api.example': '127.0.0.1' };
  let secure: ScriptedServer;
  beforeEach(async () => {
    secure = await startScriptedServer({ tls: certificate });
    secure.always('GET /*', { body: 'PK' });
  });
  afterEach(() => secure.close());

  it('trusts the authority of the TLS configuration, for the name in the link', async () => {
    const source = stage.open({ tls: { ca: authority.cert } }, names);
    assert.equal((await wholeBody(await source.get(`https://files.example:${secure.port}/a`))).toString(), 'PK');
  });

  it('trusts nobody else, and no other name', async () => {
    const untrusted = await failureOf(stage.open({}, names).get(`https://files.example:${secure.port}/a`));
    assert.equal(untrusted.words.outlook, 'final');
    const wrongName = await failureOf(stage.open({ tls: { ca: authority.cert } }, names).get(`https://api.example:${secure.port}/a`));
    assert.match(wrongName.words.what, /issued for another name/);
    assert.equal(secure.requests.length, 0);
  });

  it('is redirected by https if a server behind a TLS proxy writes http for itself', async () => {
    const redirected = (host: string): Promise<ByteAnswer> => {
      secure.script('GET /soil', { status: 301, headers: { location: `http://${host}:${secure.port}/soil/` } });
      return stage.open({ tls: { ca: authority.cert } }, { ...names, 'other.example': '1.1.1.1' }).get(`https://files.example:${secure.port}/soil`);
    };
    const answer = await redirected('files.example');
    assert.equal((await wholeBody(answer)).toString(), 'PK');
    assert.equal(answer.url, `https://files.example:${secure.port}/soil/`);
    assert.match((await refusalOf(redirected('other.example'))).message, /plain http/);
  });

  it('shows our certificate and the server name of the settings to the API alone', async () => {
    const shown: unknown[] = [];
    const api = createServer({ ...certificate, ca: authority.cert, requestCert: true, rejectUnauthorized: false }, (request, response) => {
      shown.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN);
      response.end('PK');
    });
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    const { port } = api.address() as AddressInfo;
    const tls = { ca: authority.cert, ...client, servername: 'files.example' };

    await wholeBody(await stage.open({ tls, apiOrigin: `https://api.example:${port}` }, names).get(`https://api.example:${port}/a`));
    await wholeBody(await stage.open({ tls, apiOrigin: 'https://api.example' }, names).get(`https://files.example:${port}/a`));
    const pfx = { ca: authority.cert, pfx: pkcs12(client, 'canary'), passphrase: 'canary' };
    await wholeBody(await stage.open({ tls: pfx, apiOrigin: `https://files.example:${port}` }, names).get(`https://files.example:${port}/a`));
    await wholeBody(await stage.open({ tls: pfx, apiOrigin: 'https://api.example' }, names).get(`https://files.example:${port}/a`));
    assert.deepEqual(shown, ['client', undefined, 'client', undefined]);
    const wrongName = await failureOf(stage.open({ tls, apiOrigin: 'https://other.example' }, names).get(`https://api.example:${port}/a`));
    assert.match(wrongName.words.what, /issued for another name/);
    api.closeAllConnections();
    api.close();
  });

  it('takes any certificate if the TLS configuration says so', async () => {
    const source = stage.open({ tls: { rejectUnauthorized: false } }, names);
    assert.equal((await wholeBody(await source.get(`https://api.example:${secure.port}/a`))).toString(), 'PK');
  });

  it('can be closed even if its certificates cannot be read', async () => {
    const source = stage.open({ tls: { ca: 'no PEM' } });
    await assert.rejects(source.get(`${stage.server.origin}/soil.zip`), { code: 'SOIL_CONFIG' });
    await source.close();
  });
});
