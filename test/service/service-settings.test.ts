import assert from 'node:assert/strict';
import { isSoilError } from '../../src/errors/soil-error';
import { checkServiceSettings } from '../../src/service/service-settings';

const complete = { baseUrl: 'https://api.example.com', authUrl: 'https://auth.example.com', clientId: 'me', clientSecret: 'canary-secret' };

/** The message with which settings are refused. */
function refused(settings: Record<string, unknown>): string {
  try {
    checkServiceSettings({ ...complete, ...settings });
  } catch (error) {
    assert.ok(isSoilError(error, 'SOIL_CONFIG'), String(error));
    return error.message;
  }
  assert.fail(`accepted: ${JSON.stringify(settings)}`);
}

describe('the settings of a service', () => {
  it('have the defaults of the dialog if nothing is filled in', () => {
    const expected = {
      ...complete,
      audience: 'https://api.example.com/',
      tls: undefined,
      proxy: undefined,
      datasetsField: 'datasets',
      emailField: 'email',
      soilPropertiesPath: '/v1/soil-properties/queries',
      syncThreshold: 10,
      requestsPerSecond: 10,
      maxConcurrent: 4,
      timeout: 60,
      allowPrivateHosts: false,
      synthetic: false,
    };
    assert.deepEqual(checkServiceSettings(complete), expected);
    const empty = Object.fromEntries(Object.keys(expected).map((field) => [field, '']));
    assert.deepEqual(checkServiceSettings({ ...empty, ...complete, tls: '', proxy: undefined, audience: ' ' }), expected);
  });

  it('take numbers and flags as text, as forms and environment variables give them', () => {
    const read = checkServiceSettings({ ...complete, syncThreshold: '2.5', requestsPerSecond: ' 0.5 ', maxConcurrent: '8', timeout: '0.2', allowPrivateHosts: 'true', synthetic: 'false' });
    assert.deepEqual([read.syncThreshold, read.requestsPerSecond, read.maxConcurrent, read.timeout], [2.5, 0.5, 8, 0.2]);
    assert.deepEqual([read.allowPrivateHosts, read.synthetic], [true, false]);
    assert.equal(checkServiceSettings({ ...complete, clientId: 4711 }).clientId, '4711', 'and the other way round');
  });

  it('take a base URL with and without slash, and with the version that every path brings itself', () => {
    const bases = { 'https://api.example.com/': '', 'https://API.example.com:443///': '', 'https://api.example.com/v1': '', 'https://api.example.com/v1/': '' };
    for (const base of Object.keys(bases)) assert.equal(checkServiceSettings({ ...complete, baseUrl: base }).baseUrl, 'https://api.example.com', base);
    assert.equal(checkServiceSettings({ ...complete, baseUrl: 'https://example.com/soil/v1/' }).baseUrl, 'https://example.com/soil');
    assert.equal(checkServiceSettings({ ...complete, baseUrl: 'https://example.com/v1/v1' }).baseUrl, 'https://example.com/v1');
    assert.equal(checkServiceSettings({ ...complete, baseUrl: 'https://example.com/soil-v1' }).baseUrl, 'https://example.com/soil-v1');
    assert.equal(checkServiceSettings({ ...complete, baseUrl: 'https://example.com/v10' }).baseUrl, 'https://example.com/v10');
  });

  it('keep the path of the token address as it is', () => {
    assert.equal(checkServiceSettings({ ...complete, authUrl: 'https://auth.example.com/realms/soil/token/' }).authUrl, 'https://auth.example.com/realms/soil/token');
    assert.equal(checkServiceSettings({ ...complete, authUrl: 'https://auth.example.com/v1' }).authUrl, 'https://auth.example.com/v1');
  });

  it('accept http only for this machine', () => {
    for (const host of ['localhost:8080', '127.0.0.1', '127.8.9.10:1', '[::1]:3000']) {
      assert.equal(checkServiceSettings({ ...complete, baseUrl: `http://${host}` }).baseUrl, `http://${host}`);
    }
    for (const host of ['api.example.com', '10.0.0.1', '128.0.0.1', '192.168.1.1', '127.evil.example.com', '127.0.0.1.example.com', 'localhost.example.com', '[::2]', '0.0.0.0']) {
      assert.match(refused({ baseUrl: `http://${host}` }), /"Service URL".*https only/, host);
      assert.match(refused({ authUrl: `http://${host}` }), /"Token URL".*https only/, host);
    }
  });

  it('refuse a service at the address of a sign-in: the two are swapped', () => {
    for (const path of ['/oauth/token', '/oauth/token/', '/base/oauth2/token', '/oauth2/v1/token', '/realms/soil/protocol/openid-connect/token', '/connect/token', '/OAuth/Token']) {
      assert.match(refused({ baseUrl: `https://auth.example.com${path}` }), /^The setting "Service URL" of the soil service ends as the address of a sign-in does; put it into "Token URL", and the address of the service here\.$/, path);
      checkServiceSettings({ ...complete, authUrl: `https://auth.example.com${path}` });
    }
    for (const path of ['/token', '/oauth', '/oauth/token/soil', '/oauth-token']) checkServiceSettings({ ...complete, baseUrl: `https://api.example.com${path}` });
  });

  it('refuse what is not an address, and an address with further parts', () => {
    for (const [field, label] of [['baseUrl', 'Service URL'], ['authUrl', 'Token URL']] as const) {
      assert.match(refused({ [field]: '' }), new RegExp(`"${label}".*is empty: fill in`));
      assert.match(refused({ [field]: 'api.example.com' }), /does not begin with https/);
      assert.match(refused({ [field]: 'ftp://api.example.com' }), /does not begin with https/);
      assert.match(refused({ [field]: 'ftp://https://api.example.com' }), /does not begin with https/);
      assert.match(refused({ [field]: 'https://' }), /is not an address/);
      assert.match(refused({ [field]: 'https://api.example.com/a b' }), /is not an address/);
      assert.match(refused({ [field]: 'https:\\\\api.example.com' }), /does not begin with https/);
      assert.match(refused({ [field]: 'https://api.example.com\\@evil.example' }), /is not an address/);
      assert.match(refused({ [field]: 'https://api.example.com?x=1' }), /holds a query/);
      assert.match(refused({ [field]: 'https://api.example.com/?' }), /holds a query/);
      for (const fragment of ['#x', '#']) assert.match(refused({ [field]: `https://api.example.com${fragment}` }), /holds a fragment/);
      for (const part of ['https://${HOST}/v1', '${SCHEME}://api.example.com', '${A}${B}']) {
        assert.match(refused({ [field]: part }), new RegExp(`"${label}".*only if \\$\\{NAME\\} is the whole setting; put the whole value into one variable`), part);
      }
      const longest = 'https://api.example.com/'.padEnd(2000, 'a');
      checkServiceSettings({ ...complete, [field]: longest });
      assert.match(refused({ [field]: `${longest}a` }), /longer than 2000/);
      assert.match(refused({ [field]: true }), /is not a text/);
    }
  });

  it('never repeat what was typed, which may be a password in the wrong field', () => {
    for (const userInfo of ['me:canary-password', 'canary', ':canary-password']) {
      const message = refused({ baseUrl: `https://${userInfo}@api.example.com` });
      assert.match(message, /holds a user name or password/);
      assert.doesNotMatch(message, /canary/);
    }
    assert.doesNotMatch(refused({ baseUrl: 'canary-password' }), /canary/);
    assert.doesNotMatch(refused({ proxy: { url: 'canary-password' } }), /canary/);
    assert.doesNotMatch(refused({ timeout: 'canary-password' }), /canary/);
  });

  it('name the credential that is missing, and the environment variable that is not set', () => {
    assert.match(refused({ clientId: '  ' }), /"Client id".*is empty/);
    assert.match(refused({ clientSecret: undefined }), /"Client secret".*is empty/);
    assert.match(refused({ clientSecret: '${SOIL_SECRET}' }), /"Client secret".*SOIL_SECRET, which is not set/);
    assert.match(refused({ clientSecret: '${SOIL_SECRET} ' }), /"Client secret".*white space around \$\{SOIL_SECRET\}/);
    for (const clientSecret of ['a${SOIL_SECRET}', '${SOIL_SECRET}b']) assert.equal(checkServiceSettings({ ...complete, clientSecret }).clientSecret, clientSecret);
    assert.match(refused({ clientSecret: 'a\nb' }), /"Client secret".*line break/);
    assert.match(refused({ clientSecret: 'x'.repeat(5000) }), /"Client secret".*longer than 4096/);
  });

  it('hold numbers within their bounds', () => {
    for (const value of [-1, 'many', NaN, Infinity, 3.1e9, '0x10', {}, []]) assert.match(refused({ syncThreshold: value }), /"Small below" .* must be a number from 0 to/);
    for (const value of [-1, 0.0001, 20_000]) assert.match(refused({ requestsPerSecond: value }), /"At most"/);
    for (const value of [0, 1.5, 1000]) assert.match(refused({ maxConcurrent: value }), /"In parallel"/);
    for (const value of [0, 86_400]) assert.match(refused({ timeout: value }), /"Time limit"/);
    const longName = 'SOIL_'.repeat(30);
    assert.match(refused({ audience: `\${${longName}}` }), new RegExp(`takes the environment variable ${longName}, which is not set`));
    for (const field of ['syncThreshold', 'timeout', 'allowPrivateHosts']) assert.match(refused({ [field]: '${NOBODY_SET_THIS}' }), /takes the environment variable NOBODY_SET_THIS, which is not set/);
    assert.equal(checkServiceSettings({ ...complete, allowPrivateHosts: ' TRUE ' }).allowPrivateHosts, true);
    assert.match(refused({ allowPrivateHosts: 'perhaps' }), /"Download links may point at private addresses".*true or false/);
    assert.equal(checkServiceSettings({ ...complete, syncThreshold: 0 }).syncThreshold, 0);
    assert.equal(checkServiceSettings({ ...complete, requestsPerSecond: 0 }).requestsPerSecond, 0);
  });

  it('accept both spellings of the datasets field and no third', () => {
    assert.equal(checkServiceSettings({ ...complete, datasetsField: 'dataSets' }).datasetsField, 'dataSets');
    assert.match(refused({ datasetsField: 'sources' }), /"datasets" or "dataSets"/);
  });

  it('accept for the e-mail field any name that no other field has', () => {
    for (const name of ['email', 'emailAddress', 'email address', 'schema:email']) {
      assert.equal(checkServiceSettings({ ...complete, emailField: name }).emailField, name);
    }
    for (const name of ['geometry', 'startYear', 'datasets', 'dataSets', '__proto__', '1st', 'a"b', 'x'.repeat(100)]) assert.match(refused({ emailField: name }), /"E-mail field"/, name);
  });

  it('keep the soil-properties path on the API', () => {
    const path = (soilPropertiesPath: string): string => checkServiceSettings({ ...complete, baseUrl: 'https://example.com/soil', soilPropertiesPath }).soilPropertiesPath;
    assert.equal(path('/v1/soil-properties'), '/v1/soil-properties');
    assert.equal(path('v1/soil-properties/search'), '/v1/soil-properties/search');
    const outside = ['//evil.example/x', '/../x', '/v1/../../x', '/v1/%2e%2e/x', '/v1\\x', 'https://evil.example/x', '/v1/x?y=1', '/v1/x#y', '/v1/a b', '/v1/https://evil.example'];
    for (const each of outside) assert.match(refused({ soilPropertiesPath: each }), /"Properties path".*not a plain path/, each);
  });

  it('pass the options for TLS and proxy on, and refuse a proxy without address', () => {
    const read = checkServiceSettings({ ...complete, tls: { ca: 'PEM' }, proxy: { url: 'http://proxy:3128', noProxy: ['localhost'] } });
    assert.deepEqual(read.tls, { ca: 'PEM' });
    assert.deepEqual(read.proxy, { url: 'http://proxy:3128', noProxy: ['localhost'] });
    assert.match(refused({ proxy: {} }), /"Proxy" .*has no address/);
    assert.match(refused({ proxy: { url: 'socks5://proxy' } }), /"Proxy" .*is a SOCKS proxy, which is not supported/);
    for (const url of ['ftp://proxy', 'proxy:3128', 'http://', 7]) assert.match(refused({ proxy: { url } }), /"Proxy"/, String(url));
    assert.match(refused({ tls: 'id-of-a-node' }), /"TLS".*is not an object/);
  });

  it('are read only from own fields', () => {
    const inherited = Object.create(complete) as Record<string, unknown>;
    assert.throws(() => checkServiceSettings(inherited), { code: 'SOIL_CONFIG', message: /"Service URL".*is empty/ });
  });
});
