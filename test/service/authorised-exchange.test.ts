import assert from 'node:assert/strict';
import { isSoilError, type SoilError } from '../../src/errors/soil-error';
import type { SoilService } from '../../src/service/soil-service';
import type { Delay } from '../../src/transport/http-exchange';
import { ScriptedService, type ScriptedReply } from './scripted-service';

const geometry = 'POINT (10 50)';
const create = 'POST /v1/soil-data-by-geometry/queries';
const list = 'GET /v1/datasets';

describe('a request with the token (section 5)', () => {
  let server: ScriptedService;
  ScriptedService.inEachTest((started) => (server = started));

  /** The error with which a refused request for all datasets ends. */
  async function refusal(reply: ScriptedReply): Promise<SoilError> {
    server.on(list, reply);
    const error: unknown = await server.connect().allDatasets().then(() => undefined, (reason: unknown) => reason);
    assert.ok(isSoilError(error), String(error));
    return error;
  }

  it('carries it as bearer', async () => {
    server.on(list, { body: [] });
    await server.connect().allDatasets();
    assert.equal(server.calls[0]?.headers.authorization, 'Bearer token-1');
  });

  it('is not sent if the sign-in refuses the credentials, whose words hold no secret', async () => {
    server.always({ status: 403, body: { error: 'access_denied', error_description: 'Not you, canary-secret!' } });
    const error: unknown = await server.connect().allDatasets().catch((reason: unknown) => reason);
    assert.ok(isSoilError(error, 'SOIL_AUTH'));
    assert.match(error.message, /access_denied: Not you, \*\*\*!/);
    assert.doesNotMatch(JSON.stringify([error.message, error.cause]), /canary/);
    assert.deepEqual(server.calls, []);
  });

  it('is repeated once with a fresh token after a 401', async () => {
    server.on(list, { status: 401 }, { body: [] }, { body: [] });
    const client = server.connect();
    await client.allDatasets();
    await client.allDatasets();
    assert.deepEqual(server.calls.map((call) => call.headers.authorization), ['Bearer token-1', 'Bearer token-2', 'Bearer token-2']);
  });

  it('is repeated with a fresh token after each 401 of a token that was accepted before', async () => {
    server.on(list, { status: 401 }, { body: [] }, { status: 401 }, { body: [] });
    const client = server.connect();
    await client.allDatasets();
    await client.allDatasets();
    assert.deepEqual(server.calls.map((call) => call.headers.authorization), ['Bearer token-1', 'Bearer token-2', 'Bearer token-2', 'Bearer token-3']);
  });

  it('is also repeated after a 403 that says that the token is no longer valid', async () => {
    const invalid = { 'www-authenticate': 'Bearer error="invalid_token", error_description="The access token expired"' };
    server.on(list, { status: 403, headers: invalid }, { body: [] }, { status: 403, body: { message: 'The token has been revoked' } }, { body: [] });
    const client = server.connect();
    await client.allDatasets();
    await client.allDatasets();
    assert.deepEqual(server.calls.map((call) => call.headers.authorization), ['Bearer token-1', 'Bearer token-2', 'Bearer token-2', 'Bearer token-3']);
    const lacking = await refusal({ status: 403, headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' } });
    assert.deepEqual([lacking.code, server.calls.length], ['SOIL_AUTH', 5], 'another token would lack the scope, too');
  });

  it('is repeated after a 401 even if it creates a job: the service has not taken it', async () => {
    server.on(create, { status: 401 }, { status: 201, body: { Location: '/v1/soil-data-by-geometry/queries/a-1' } });
    assert.equal((await server.connect().createJob('geometry', { geometry })).id, 'a-1');
    assert.equal(server.calls.length, 2);
    assert.equal(server.calls[0]?.body, server.calls[1]?.body);
  });

  it('that creates a job is announced before each try, in its turn, and not sent if that fails', async () => {
    server.on(create, { status: 429, headers: { 'retry-after': '0' } }, { status: 401 }, { status: 201, body: { Location: '/v1/soil-data-by-geometry/queries/a-1' } });
    const client = server.connect();
    const steps: string[] = [];
    const beforeSending = (): Promise<void> => Promise.resolve(void steps.push(`announced after ${server.calls.length} tries`));
    const onNotTaken = (): void => void steps.push('not taken');
    const onDelayOver = (): void => void steps.push('delay is over');
    await client.createJob('geometry', { geometry }, { beforeSending, onNotTaken, onDelayOver });
    assert.deepEqual(steps, ['announced after 0 tries', 'not taken', 'announced after 1 tries', 'delay is over', 'not taken', 'announced after 2 tries']);

    const full = new Error('The disk is full.');
    await assert.rejects(client.createJob('geometry', { geometry }, { beforeSending: () => Promise.reject(full) }), full);
    assert.equal(server.calls.length, 3);
  });

  it('that creates a job is known not to be taken after a 401, even if the next sign-in fails', async () => {
    server.on(create, { status: 401 }).on('POST /sign-in/token', { body: { access_token: 'token-1' } }, { body: '<html>Log in first</html>' });
    const steps: string[] = [];
    const beforeSending = (): Promise<void> => Promise.resolve(void steps.push('announced'));
    const onNotTaken = (): void => void steps.push('not taken');
    const onDelay = ({ reason }: Delay): void => void steps.push(reason);
    const client = server.connect({ authUrl: `${server.baseUrl}/sign-in/token` });
    await assert.rejects(client.createJob('geometry', { geometry }, { beforeSending, onNotTaken, onDelay }), { code: 'SOIL_RESPONSE', message: /The sign-in at .* an HTML page/ });
    assert.deepEqual(steps, ['announced', 'not taken'], 'and no wait is told of, as there is none');
  });

  it('ends with SOIL_AUTH after a second 401, and asks no third time', async () => {
    for (const operation of [list, create]) server.on(operation, ...Array.from({ length: 2 }, () => ({ status: 401, body: { message: 'Invalid audience' } })));
    for (const [call, purpose] of [[(client: SoilService) => client.allDatasets(), 'read all datasets'], [(client: SoilService) => client.createJob('geometry', { geometry }), 'create the job']] as const) {
      const error: unknown = await call(server.connect()).catch((reason: unknown) => reason);
      assert.ok(isSoilError(error, 'SOIL_AUTH'));
      assert.equal(
        error.message,
        `Could not ${purpose}: ${new URL(server.baseUrl).host} refused the access token, and a fresh one (401): Invalid audience. The next token is requested in 1 s: try again then. ` +
          'If that is refused as well, check "Client id" and "Client secret" of the soil service that this node uses, and that the client is registered for the "Audience" (by default the "Service URL").',
      );
      assert.equal(error.cause.retryAfter, 1);
    }
    assert.equal(server.calls.length, 4);
  });

  it('is refused with the words of the challenge if the body has none, or others', async () => {
    const challenge = 'Bearer realm="soil", error="invalid_token", error_description="The audience \\"a\\" is invalid", error_uri="https://example.com"';
    const told = async (status: number, header: string | string[], body: unknown): Promise<string | undefined> => {
      server.on(list, ...Array.from({ length: status === 401 ? 2 : 1 }, () => ({ status, headers: { 'www-authenticate': header }, body })));
      const error: unknown = await server.connect().allDatasets().catch((reason: unknown) => reason);
      assert.ok(isSoilError(error, 'SOIL_AUTH'));
      assert.ok(error.message.includes(`(${status}): ${error.cause.detail}`), error.message);
      return error.cause.detail;
    };
    assert.equal(await told(401, challenge, undefined), 'The audience "a" is invalid');
    assert.equal(await told(401, ['Basic realm="x"', challenge], { error: 'Unauthorized' }), 'Unauthorized: The audience "a" is invalid');
    assert.equal(await told(401, challenge, { message: 'The audience "a" is invalid.' }), 'The audience "a" is invalid.');
    assert.equal(await told(403, 'Bearer error="insufficient_scope"', undefined), 'insufficient_scope');
    assert.equal(await told(401, 'Bearer error_description="canary-secret was sent", error=invalid_token', undefined), '*** was sent');
    assert.equal(await told(401, 'Bearer error=invalid_token', undefined), 'invalid_token');
  });

  it('that meets a 401 and then a refusal ends with the refusal', async () => {
    server.on(list, { status: 401 }, { status: 404 });
    await assert.rejects(server.connect().allDatasets(), { code: 'SOIL_REQUEST' });
  });

  it('is refused with the words of the service', async () => {
    const error = await refusal({ status: 404, body: { title: 'Not Found', detail: 'No datasets here' } });
    assert.equal(error.code, 'SOIL_REQUEST');
    assert.equal(error.message, 'Could not read all datasets: the service refused it (404): Not Found: No datasets here. Check the "Service URL" of the soil service, and ask whoever runs the service.');
    assert.deepEqual(error.cause, { status: 404, method: 'GET', url: `${server.baseUrl}/v1/datasets`, detail: 'Not Found: No datasets here' });
  });

  it('is told if the path may be wrong, which section 4.2 leaves open', async () => {
    for (const status of [404, 405]) {
      server.on('POST /v1/soil-properties/queries', { status });
      const message = new RegExp(`status ${status} and gave no reason\\. Check the "Service URL" of the soil service \\(for soil properties, its "Properties path" too\\)`);
      await assert.rejects(server.connect().soilProperties({ geometry }), { code: 'SOIL_REQUEST', message });
    }
  });

  it('is not told to check the settings if the service says that it has no data there', async () => {
    const words = ['No data found for the given geometry', 'No datasets here', 'Datasets not found', 'NO_DATA', 'Nothing was found in this area', 'The area is outside the coverage', 'No such dataset'];
    for (const message of words) {
      server.on('POST /v1/datasets/queries', { status: 404, body: { message } }).on('POST /v1/soil-data-by-geometry', { status: 404, body: { message } });
      for (const call of [server.connect().datasets({ geometry }), server.connect().soilData({ geometry })]) {
        await assert.rejects(call, ({ message: said }: Error) => said.endsWith(`the service refused it (404): ${message}. Check the request: area, identifiers, years.`), message);
      }
    }
    for (const message of ['Not found', 'The requested soil data endpoint was not found', 'No route for soil data', 'Cannot POST /v1/datasets/queries', 'Not Found - /v1/soil-data-by-geometry', '/v1/datasets not found', 'soil-data not found', 'The requested URL was not found at this location', 'No such data endpoint', 'no data source configured']) {
      server.on('POST /v1/datasets/queries', { status: 404, body: { message } });
      await assert.rejects(server.connect().datasets({ geometry }), { message: /Check the "Service URL"/ }, message);
    }
  });

  it('is told to check only what it sent: a reading has no area', async () => {
    const { message } = await refusal({ status: 400, body: { detail: 'No such page' } });
    assert.match(message, /No such page\. Check the "Service URL" of the soil service, and ask whoever runs the service\.$/, 'one of all datasets names none');
    for (const status of [400, 404, 409, 410]) {
      server.on('GET /v1/datasets/3', { status });
      await assert.rejects(server.connect().dataset(3), { code: 'SOIL_REQUEST', message: /Check the identifier, and the "Service URL" .*may be gone\.$/ });
    }
    server.on('GET /v1/datasets/3', { status: 403 });
    await assert.rejects(server.connect().dataset(3), { code: 'SOIL_REQUEST', message: /Check the identifiers, and ask the service what the client may do\.$/ });
    server.on(create, { status: 413, body: '<html><body>Request Entity Too Large</body></html>' });
    await assert.rejects(server.connect().createJob('geometry', { geometry }), { code: 'SOIL_REQUEST', message: /refused it \(413\): Request Entity Too Large\. The text of the area is too long for the server: simplify the area, or send fewer corners at once\.$/ });
    assert.match((await refusal({ status: 403 })).message, /no reason\. Ask the service what the client may do\.$/);
    server.on('POST /v1/soil-properties/queries', { status: 422 });
    await assert.rejects(server.connect().soilProperties({ geometry }), { message: /Check the request: area, identifiers, years\.$/ });
  });

  it('that is refused for no fault of its own says whom to ask', async () => {
    for (const status of [402, 406, 415, 431, 451]) {
      const error = await refusal({ status, body: { message: 'No' } });
      assert.deepEqual([error.code, error.message], ['SOIL_REQUEST', `Could not read all datasets: the service refused it (${status}): No. Ask whoever runs the service.`]);
      await assert.rejects(server.on(create, { status }).connect().createJob('geometry', { geometry }), { code: 'SOIL_REQUEST', message: /and gave no reason\. Ask whoever runs the service\.$/ });
    }
  });

  it('is told to check its address if a gateway has no such path, which the one of AWS says in odd words', async () => {
    const reply = { status: 403, body: { message: 'Missing Authentication Token' } };
    const { code, message } = await refusal(reply);
    assert.deepEqual([code, /Missing Authentication Token\. Check the "Service URL"/.test(message)], ['SOIL_REQUEST', true]);
    await assert.rejects(server.on(create, reply).connect().createJob('geometry', { geometry }), { code: 'SOIL_REQUEST', message: /Missing Authentication Token\. Check the "Service URL" of the soil service/ });
  });

  it('that is refused for a time says for how long', async () => {
    for (const status of [403, 413, 423]) {
      const { message, cause } = await refusal({ status, headers: { 'retry-after': '29.5' }, body: { message: 'Too busy for that' } });
      assert.match(message, new RegExp(`refused it \\(${status}\\): Too busy for that\\. Try again after 30 s\\. (Check|Ask)`));
      assert.equal(cause.retryAfter, 30);
    }
    assert.equal((await refusal({ status: 403, headers: { 'retry-after': 'soon' } })).cause.retryAfter, undefined);
  });

  it('that conflicts with a job that is there already names that job, if the service does', async () => {
    const message = 'An identical query is running';
    const location = '/v1/soil-data-by-geometry/queries/a-1';
    const refused = (reply: object): Promise<unknown> => server.on(create, { status: 409, ...reply }).connect().createJob('geometry', { geometry });
    const advice = 'Could not create the job: the service refused it (409): An identical query is running. That may be because of something that is there already: look at the service.';
    for (const reply of [{ body: { message, Location: location } }, { body: { message }, headers: { location } }]) {
      await assert.rejects(refused(reply), { code: 'SOIL_REQUEST', message: `${advice} It names a-1: if that is a job, send the identifier to soil-wait (msg.payload).` });
    }
    await assert.rejects(refused({ body: { message } }), { code: 'SOIL_REQUEST', message: advice });
  });

  it('is refused without words too', async () => {
    const error = await refusal({ status: 409 });
    assert.match(error.message, /the service refused it with status 409 and gave no reason\. Check the "Service URL" of the soil service, and ask whoever runs the service\.$/);
    assert.equal('detail' in error.cause, false);
  });

  it('is refused by a 403 for this request, unless the answer speaks of the token', async () => {
    assert.equal((await refusal({ status: 403 })).code, 'SOIL_REQUEST');
    assert.equal((await refusal({ status: 403, body: { detail: 'This dataset is locked' } })).code, 'SOIL_REQUEST');
    assert.equal((await refusal({ status: 403, body: { message: 'Missing scope soil:read' } })).code, 'SOIL_AUTH');
    assert.equal((await refusal({ status: 403, body: { message: 'The access token is not for this API' } })).code, 'SOIL_AUTH');
    assert.equal((await refusal({ status: 403, headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' } })).code, 'SOIL_AUTH');
  });

  it('is outside the limits of the operation if the words clearly say so', async () => {
    for (const status of [400, 413, 422]) assert.equal((await refusal({ status, body: { message: 'The area is too large' } })).code, 'SOIL_AREA_LIMIT');
    assert.match((await refusal({ status: 400, body: { message: 'Maximum area is 500 ha' } })).message, /soil-submit large ones; divide one that is too large for both\.$/);
    for (const [status, message] of [[413, 'Payload too large'], [422, 'Polygon is not closed'], [404, 'The area is too large']] as const) {
      assert.equal((await refusal({ status, body: { message } })).code, 'SOIL_REQUEST', message);
    }
  });

  it('is refused in words that hold no secret, though the service repeats them all', async () => {
    const said = 'Bearer token-1 of canary-secret, see https://files.example.com/a?sig=canary';
    const error = await refusal({ status: 400, body: { title: said, errors: [said] } });
    assert.doesNotMatch(JSON.stringify([error.message, error.cause, error.stack]), /token-1|canary/);
  });

  it('fails for good in words of the service that hold no secret either', async () => {
    server.on(list, { status: 501, body: { message: 'No such thing, canary-secret with token-1' } });
    const error: unknown = await server.connect().allDatasets().catch((reason: unknown) => reason);
    assert.ok(isSoilError(error, 'SOIL_UNAVAILABLE', 'SOIL_RESPONSE'), String(error));
    assert.match(error.message, /No such thing/);
    assert.doesNotMatch(JSON.stringify([error.message, error.cause]), /canary|token-1/);
  });

  it('says nothing of its query in errors', async () => {
    server.on('GET /v1/soil-data-by-geometry/queries/a-1?sig=canary', { status: 404 });
    const client = server.connect();
    const error: unknown = await client.pollJob(client.jobAddress('/v1/soil-data-by-geometry/queries/a-1?sig=canary')).catch((reason: unknown) => reason);
    assert.ok(isSoilError(error, 'SOIL_REQUEST'));
    assert.equal(error.cause.status, 404);
    assert.doesNotMatch(JSON.stringify([error.message, error.cause]), /canary/);
  });
});
