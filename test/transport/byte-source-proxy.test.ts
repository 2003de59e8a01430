import assert from 'node:assert/strict';
import { CertificateAuthority, makeCertificate } from '../servers/certificates';
import { startConnectProxy } from '../servers/connect-proxy';
import { startScriptedServer } from '../servers/scripted-server';
import { ByteScenario, refusalOf, wholeBody } from './byte-scenario';

describe('a source of bytes through a proxy', () => {
  const stage = ByteScenario.inEachTest();

  it('leaves names that are unknown here to the proxy, and sends it no address that is refused', async () => {
    const authority = new CertificateAuthority();
    const secure = await startScriptedServer({ tls: makeCertificate({ names: ['files.example'], issuer: authority }) });
    secure.always('GET /*', { body: 'PK' });
    const proxy = await startConnectProxy();
    const source = stage.open({ tls: { ca: authority.cert }, proxy: { url: proxy.url } }, { 'inside.example': '10.0.0.1' });
    assert.equal((await wholeBody(await source.get(`https://files.example:${secure.port}/a`))).toString(), 'PK');
    await refusalOf(source.get('https://10.0.0.1/a'));
    await refusalOf(source.get('https://inside.example/a'));
    assert.deepEqual(proxy.targets, [`files.example:${secure.port}`]);
    await source.close();
    await proxy.close();
    await secure.close();
  });
});
