import assert from 'node:assert/strict';
import { CertificateAuthority, makeCertificate } from '../servers/certificates';
import { startConnectProxy, type ConnectProxy, type ConnectProxyOptions } from '../servers/connect-proxy';
import { startScriptedServer, type ScriptedServer } from '../servers/scripted-server';
import { UNKNOWN_NAME } from '../servers/unknown-name';
import { until } from '../time/until';
import { ExchangeScenario, failureOf } from './exchange-scenario';
import { loopbackHosts } from './loopback-hosts';

const VARIABLES = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy', 'NO_PROXY', 'no_proxy'];

describe('An exchange through a proxy', () => {
  const scenario = ExchangeScenario.inEachTest();
  const authority = new CertificateAuthority();
  const tls = { ca: authority.cert };
  const kept = new Map<string, string | undefined>();
  let server: ScriptedServer;
  let proxy: ConnectProxy | undefined;
  /** A name that only the proxy knows. */
  let url: string;

  beforeEach(async () => {
    for (const name of VARIABLES) {
      kept.set(name, process.env[name]);
      delete process.env[name];
    }
    server = await startScriptedServer({ tls: makeCertificate({ names: [UNKNOWN_NAME, '127.0.0.1'], issuer: authority }) });
    server.always('* /', { body: 'through' });
    url = `https://${UNKNOWN_NAME}:${server.port}/`;
  });

  afterEach(async () => {
    for (const [name, value] of kept) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await server.close();
    await proxy?.close();
    proxy = undefined;
  });

  async function startProxy(options?: ConnectProxyOptions): Promise<ConnectProxy> {
    return (proxy = await startConnectProxy(options));
  }

  it('goes through a tunnel, with the credentials of the settings for the proxy alone', async () => {
    const { url: proxyUrl, targets, heads } = await startProxy({ username: 'user', password: 'p:ä@ss' });
    scenario.use({ tls, proxy: { url: proxyUrl, username: 'user', password: 'p:ä@ss' } });
    assert.equal((await scenario.exchange({ method: 'GET', url, headers: { authorization: 'Bearer token-value' } })).body, 'through');
    assert.equal((await scenario.submit('', { url })).body, 'through');
    assert.deepEqual(targets, [`${UNKNOWN_NAME}:${server.port}`, `${UNKNOWN_NAME}:${server.port}`]);
    assert.ok(heads.every((head) => !JSON.stringify(head).includes('token-value')));
    assert.ok(server.requests.every(({ headers }) => headers['proxy-authorization'] === undefined));
  });

  it('has its answer after a 100 that nobody asked for', async () => {
    const { url: proxyUrl } = await startProxy();
    server.always('* /', { continues: 1, body: 'through' });
    scenario.use({ tls, proxy: { url: proxyUrl } });
    for (let round = 1; round <= 2; round++) assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'through');
    assert.equal((await scenario.submit('', { url })).body, 'through');
  });

  it('takes credentials from the address of the proxy as well', async () => {
    const { url: proxyUrl } = await startProxy({ username: 'us@er', password: 'p@ss' });
    scenario.use({ tls, proxy: { url: proxyUrl.replace('//', '//us%40er:p%40ss@') } });
    assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'through');
  });

  it('speaks TLS with a proxy that wants it, and trusts it by the authority of the settings', async () => {
    const { url: proxyUrl, targets } = await startProxy({ tls: makeCertificate({ names: ['localhost'], issuer: authority }) });
    const byName = proxyUrl.replace('127.0.0.1', 'localhost');
    scenario.use({ tls, proxy: { url: byName } });
    assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'through');
    assert.equal(targets.length, 1);
    await scenario.client.close();
    scenario.use({ proxy: { url: byName }, retryBudgetSeconds: 0.1 });
    await failureOf(scenario.exchange({ method: 'GET', url }), 'SOIL_UNAVAILABLE');
    assert.equal(targets.length, 1, 'nothing is asked of a proxy that nobody vouches for');
  });

  it('goes through a tunnel to a service without TLS as well: the proxy reads nothing of it', async () => {
    const { url: proxyUrl, targets } = await startProxy();
    scenario.server.script('GET /plain', { body: 'through' });
    scenario.use({ proxy: { url: proxyUrl } });
    assert.equal((await scenario.get('/plain')).body, 'through');
    assert.deepEqual(targets, [`127.0.0.1:${scenario.server.port}`]);
  });

  it('reaches the hosts of its exceptions directly', async () => {
    const { url: proxyUrl, targets } = await startProxy();
    scenario.use({ tls, proxy: { url: proxyUrl, noProxy: ['other.example', '127.0.0.1'] } });
    assert.equal((await scenario.exchange({ method: 'GET', url: `${server.origin}/` })).body, 'through');
    assert.deepEqual(targets, []);
  });

  it('reaches an IPv6 address among its exceptions directly, with and without brackets, also beside one with a zone', async () => {
    const { url: proxyUrl, targets } = await startProxy();
    for (const exception of ['::1', '0:0:0:0:0:0:0:1', '[::1]', 'fe80::1%eth0,::1']) {
      scenario.use({ proxy: { url: proxyUrl, noProxy: [exception] }, retryBudgetSeconds: 0 });
      await failureOf(scenario.exchange({ method: 'GET', url: 'http://[::1]:1/' }), 'SOIL_UNAVAILABLE');
      await scenario.client.close();
    }
    assert.deepEqual(targets, []);
  });

  for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']) {
    it(`takes the proxy of ${name}, but not for this machine`, async () => {
      const { url: proxyUrl, targets } = await startProxy();
      process.env[name] = proxyUrl;
      scenario.use({ tls });
      assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'through');
      assert.equal(targets.length, 1);
      assert.equal((await scenario.exchange({ method: 'GET', url: `${server.origin}/` })).body, 'through');
      assert.equal(targets.length, 1);
    });
  }

  it('takes no proxy of the environment for this machine, however that is written', async () => {
    const { url: proxyUrl, targets } = await startProxy();
    process.env['HTTPS_PROXY'] = proxyUrl;
    process.env['NO_PROXY'] = 'other.example';
    scenario.use({ tls: { rejectUnauthorized: false }, retryBudgetSeconds: 0.1 });
    for (const [host, forLinks] of loopbackHosts) {
      if (!forLinks) continue;
      // Not each of them is listened on here: what counts is who was asked.
      await scenario.exchange({ method: 'GET', url: `https://${host}:${server.port}/` }).catch(() => undefined);
      assert.deepEqual(targets, [], host);
    }
    assert.equal((await scenario.exchange({ method: 'GET', url: `https://127.1:${server.port}/` })).body, 'through');
    assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'through');
    assert.equal(targets.length, 1);
  });

  it('takes host and port without http:// from the environment, as other programs do, and exceptions beside an empty no_proxy', async () => {
    const { url: proxyUrl, targets } = await startProxy();
    process.env['HTTPS_PROXY'] = proxyUrl.replace('http://', '');
    scenario.use({ tls, retryBudgetSeconds: 0.1 });
    assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'through');
    assert.equal(targets.length, 1);
    process.env['no_proxy'] = '';
    process.env['NO_PROXY'] = UNKNOWN_NAME;
    scenario.use({ tls, retryBudgetSeconds: 0.1 });
    assert.match((await failureOf(scenario.exchange({ method: 'GET', url }), 'SOIL_UNAVAILABLE')).message, /cannot be resolved/);
  });

  it('takes the name in lower case first, as other programs do', async function () {
    // Windows takes both for one.
    if (process.platform === 'win32') this.skip();
    const { url: proxyUrl, targets } = await startProxy();
    Object.assign(process.env, { HTTPS_PROXY: 'http://127.0.0.1:1', https_proxy: proxyUrl });
    scenario.use({ tls });
    assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'through');
    assert.equal(targets.length, 1);
  });

  for (const [credentials, password] of [['user:p%40ss', 'p@ss'], ['user', '']] as const) {
    it(`takes ${credentials} from the address of a proxy of the environment`, async () => {
      const { url: proxyUrl } = await startProxy({ username: 'user', password });
      process.env['HTTPS_PROXY'] = proxyUrl.replace('//', `//${credentials}@`);
      scenario.use({ tls });
      assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'through');
    });
  }

  it('takes ALL_PROXY only if no other one is meant for the address', async () => {
    const { url: proxyUrl, targets } = await startProxy();
    process.env['ALL_PROXY'] = 'socks5h://127.0.0.1:1';
    process.env['HTTPS_PROXY'] = proxyUrl;
    scenario.use({ tls });
    assert.equal((await scenario.exchange({ method: 'GET', url })).body, 'through');
    assert.equal(targets.length, 1);
  });

  for (const name of ['HTTPS_PROXY', 'ALL_PROXY']) {
    it(`says that SOCKS is not supported if ${name} has such a proxy, and does without it if none is needed`, async () => {
      process.env[name] = 'socks5://user:canary-password@127.0.0.1:1';
      scenario.use({ tls });
      assert.equal((await scenario.exchange({ method: 'GET', url: `${server.origin}/` })).body, 'through');
      const error = await failureOf(scenario.submit('', { url }), 'SOIL_CONFIG');
      assert.match(error.message, /the proxy of the environment is a SOCKS proxy, which is not supported\. Set HTTPS_PROXY to a proxy that speaks HTTP, or list the host in NO_PROXY\.$/);
      assert.doesNotMatch(error.message + JSON.stringify(error.cause), /canary|invalid/);
    });
  }

  for (const name of ['HTTP_PROXY', 'http_proxy']) {
    it(`does not take the proxy of ${name} for https: it may be one that forbids that`, async () => {
      const { url: proxyUrl, targets } = await startProxy({ refuseWith: 403 });
      process.env[name] = proxyUrl;
      scenario.use({ tls, retryBudgetSeconds: 0.1 });
      // Reached directly, the name is not known.
      assert.match((await failureOf(scenario.exchange({ method: 'GET', url }), 'SOIL_UNAVAILABLE')).message, /cannot be resolved/);
      assert.deepEqual(targets, []);
    });
  }

  for (const exceptions of ['other.example, .example', '*', ' * ']) {
    it(`heeds NO_PROXY: ${exceptions}`, async () => {
      process.env['HTTPS_PROXY'] = 'http://127.0.0.1:1';
      process.env['NO_PROXY'] = exceptions;
      scenario.use({ tls, retryBudgetSeconds: 0.1 });
      // Reached directly, the name is not known.
      assert.match((await failureOf(scenario.exchange({ method: 'GET', url }), 'SOIL_UNAVAILABLE')).message, /cannot be resolved/);
    });
  }

  for (const [name, options, words, tries] of [
    ['wants other credentials', { username: 'user', password: 'other' }, /the proxy wants other credentials \(407\)\. Check the user name and password of the proxy\./, 'once'],
    ['offers Basic among others', { refuseWith: 407, refusalHeaders: 'proxy-authenticate: Negotiate\r\nproxy-authenticate: basic realm="a, b"\r\n' }, /the proxy wants other credentials \(407\)\./, 'once'],
    ['wants Windows credentials', { refuseWith: 407, refusalHeaders: 'proxy-authenticate: Negotiate\r\nproxy-authenticate: NTLM\r\n' }, /the proxy wants its clients to sign in by Negotiate or NTLM \(407\), which is not supported\. Ask its administrator/, 'once'],
    ['offers Basic as the last of many', { refuseWith: 407, refusalHeaders: 'proxy-authenticate: Negotiate, NTLM, Digest, Basic realm="a"\r\n' }, /the proxy wants other credentials \(407\)\./, 'once'],
    ['wants much', { refuseWith: 407, refusalHeaders: 'proxy-authenticate: Negotiate, NTLM, Digest, Kerberos\r\n' }, /sign in by Negotiate or NTLM or Digest \(407\)/, 'once'],
    ['wants a digest', { refuseWith: 407, refusalHeaders: 'proxy-authenticate: Digest realm="a", qop="auth,auth-int", nonce="x"\r\n' }, /sign in by Digest \(407\)/, 'once'],
    ['forbids the address', { refuseWith: 403 }, /the proxy does not connect to [\w.:]+ \(403\)/, 'once'],
    ['cannot connect', { refuseWith: 502 }, /the proxy could not connect to [\w.:]+ \(502\)/, 'again'],
    ['breaks off', { cut: true }, /the proxy cannot be reached or broke off/, 'again'],
  ] as const) {
    it(`was certainly not sent if the proxy ${name}`, async () => {
      const refusing = await startProxy(options);
      const { url: proxyUrl, targets } = refusing;
      scenario.use({ tls, proxy: { url: proxyUrl, username: 'user', password: 'canary-password' }, retryBudgetSeconds: 20 });
      const error = await failureOf(scenario.submit('', { url }), 'SOIL_UNAVAILABLE');
      assert.match(error.message, words);
      assert.doesNotMatch(error.message + JSON.stringify(error.cause) + scenario.lines.join(), /canary|Basic/);
      assert.equal(server.requests.length, 0);
      assert.equal(targets.length, scenario.delays.length + 1);
      assert.equal(targets.length > 1 ? 'again' : 'once', tries);
      await until(() => refusing.open() === 0, 'no connection to the proxy is left open');
    });
  }

  it('was certainly not sent if the proxy cannot be reached', async () => {
    const gone = await startConnectProxy();
    await gone.close();
    scenario.use({ tls, proxy: { url: gone.url }, retryBudgetSeconds: 0.1 });
    const error = await failureOf(scenario.submit('', { url }), 'SOIL_UNAVAILABLE');
    assert.match(error.message, /the proxy cannot be reached or broke off \(ECONNREFUSED\)/);
  });

  it('names the proxy where that answers CONNECT with success, and sends a page in place of the tunnel', async () => {
    const { url: proxyUrl } = await startProxy({ page: '<html><title>Log in</title></html>' });
    scenario.use({ tls, proxy: { url: proxyUrl }, retryBudgetSeconds: 0.1 });
    const error = await failureOf(scenario.submit('', { url }), 'SOIL_UNAVAILABLE');
    assert.match(error.message, /does not speak TLS on this port\. Check the port, whether the address should begin with https, and the proxy, if one is set\.$/);
  });

  it('is refused if the address of the proxy is invalid, which the message does not repeat', async () => {
    scenario.use({ tls, proxy: { url: 'user:canary-password@proxy' } });
    assert.doesNotMatch((await failureOf(scenario.exchange({ method: 'GET', url }), 'SOIL_CONFIG')).message, /canary/);
    for (const address of ['proxy without scheme', 'xhttp://proxy', 'https+unix://proxy']) {
      for (const name of ['HTTPS_PROXY', 'ALL_PROXY']) {
        process.env[name] = address;
        scenario.use({ tls });
        const { message } = await failureOf(scenario.exchange({ method: 'GET', url }), 'SOIL_CONFIG');
        assert.ok(message.startsWith(`${name} in the environment is not an address`), message);
        delete process.env[name];
      }
    }
  });

  it('is refused if the user name or password in that address cannot be decoded', async () => {
    for (const pair of ['user:50%canary', 'us%er:canary', 'user:canary%E9', 'user%:41canary']) {
      const address = `http://${pair}@127.0.0.1:1`;
      process.env['HTTPS_PROXY'] = address;
      for (const proxy of [{ proxy: { url: address } }, {}]) {
        scenario.use({ tls, ...proxy });
        const { message } = await failureOf(scenario.exchange({ method: 'GET', url }), 'SOIL_CONFIG');
        assert.match(message, /^(The proxy address in the settings|HTTPS_PROXY in the environment) has a user name or password that cannot be decoded: write a "%" in it as %25\.$/);
      }
    }
  });

  it('still checks the certificate of the service', async () => {
    const { url: proxyUrl } = await startProxy();
    scenario.use({ tls, proxy: { url: proxyUrl } });
    const wrong = url.replace(UNKNOWN_NAME, 'other.example');
    assert.match((await failureOf(scenario.submit('', { url: wrong }), 'SOIL_UNAVAILABLE')).message, /was issued for another name|no secure connection/);
  });
});
