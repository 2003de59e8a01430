import assert from 'node:assert/strict';
import { readCreatedJob } from '../../../src/service/answers/created-job';
import type { JobAddress } from '../../../src/service/job';

const settings = { baseUrl: 'https://api.example.com/soil', synthetic: false };
const collection = `${settings.baseUrl}/v1/soil-data-by-geometry/queries`;
const address = { id: 'a-1', url: `${collection}/a-1`, kind: 'geometry' };
const MAY_EXIST = 'The job may exist at the service: look there before you submit it again';

function created(body: unknown, headers: Record<string, string> = {}, status = 201, secrets: string[] = []): JobAddress {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = { status, headers, body: text, receivedAt: 0, tookMs: 0 };
  return readCreatedJob({ answer, purpose: 'create the job', method: 'POST', url: collection, secrets }, settings, 'geometry');
}

describe('the answer to a job creation (section 4.6)', () => {
  it('has the address in its Location field, in any case', () => {
    for (const field of ['Location', 'location', 'LOCATION']) assert.deepEqual(created({ [field]: address.url }), address);
  });

  it('has the address as a reference of JSON-LD, or in a list or a graph of one', () => {
    const reference = { '@id': address.url };
    for (const body of [{ Location: reference }, { Location: { id: 'a-1' } }, { Location: [reference] }, [{ Location: reference }], { '@graph': [{ Location: address.url }] }, [{ id: address.url }]]) {
      assert.deepEqual(created(body), address, JSON.stringify(body));
    }
  });

  it('has the address in a wrapper', () => {
    const job = { id: address.url, type: 'Action' };
    for (const body of [{ data: job }, { status: 'success', data: { location: address.url } }, { job }, { data: [job] }]) assert.deepEqual(created(body), address, JSON.stringify(body));
    assert.throws(() => created({ user: { id: 'a-1' } }), { code: 'SOIL_RESPONSE', message: /gave no address of the job/ });
  });

  it('has the address in the Location header', () => {
    for (const status of [201, 202, 303]) assert.deepEqual(created('', { location: address.url }, status), address);
    assert.deepEqual(created({ message: 'accepted' }, { location: address.url }), address);
    assert.deepEqual(created('<html>', { location: address.url, 'content-type': 'text/html' }), address);
  });

  it('has it in a redirect only if that leads to a job', () => {
    const toOwn = 'If it does not, check the address in the settings';
    for (const status of [300, 301, 302, 303]) {
      for (const location of [address.url, 'a-1', 'queries/a-1', '/soil/v1/soil-data-by-geometry/queries/a-1', address.url.replace('https:', 'http:')]) assert.deepEqual(created('<html>', { location }, status), address, location);
      for (const location of ['/soil/login', 'login', '/soil/api/v1/soil-data-by-geometry/queries/', `${collection}/`, '?again']) {
        const message = `Could not create the job: it was answered with a redirect (${status}) that leads to no job of this service. ${MAY_EXIST}. ${toOwn}.`;
        assert.throws(() => created('', { location }, status), { code: 'SOIL_RESPONSE', message }, location);
      }
      const message = `Could not create the job: it was answered with a redirect (${status}) to https://login.example that leads to no job of this service. ${MAY_EXIST}. ${toOwn}, and whether this network wants a login first.`;
      assert.throws(() => created('<html>', { location: 'https://login.example/signed?canary=1' }, status), { code: 'SOIL_RESPONSE', message });
    }
    assert.throws(() => created('<html>', {}, 302), { code: 'SOIL_RESPONSE', message: /The job may exist/ });
    const inside = 'https://internal:8080/soil/v1/soil-data-by-geometry/queries/a-1';
    assert.throws(() => created('', { location: inside }, 303), { message: /to https:\/\/internal:8080 that leads to no job of this service\. Its identifier is a-1\. The job may exist at the service: look there before you submit it again\. If it does, send the identifier alone to soil-wait \(msg\.payload\)\.$/ });
    assert.equal(created('', { location: '/soil/v1/elsewhere/a-1' }, 202).id, 'a-1');
  });

  it('has the address as the id of the job itself, or as bare text', () => {
    assert.deepEqual(created({ id: address.url, type: 'Action' }), address);
    assert.deepEqual(created({ '@id': address.url }), address);
    assert.deepEqual(created(JSON.stringify(address.url)), address);
  });

  it('believes the body before the header, and Location before id', () => {
    assert.deepEqual(created({ Location: address.url, id: 'other' }, { location: `${collection}/third` }), address);
  });

  it('is not taken from something else that has an identifier or the name of Location, such as a place', () => {
    const places = [{ Location: { id: 12, name: 'Wageningen' } }, { Location: 'Wageningen' }, { data: { id: 12, location: 'Wageningen' } }];
    for (const place of places) assert.deepEqual(created(place, { location: address.url }), address);
  });

  it('is what of these is on the API: gateways rewrite headers, and not bodies', () => {
    const inside = { Location: 'http://backend:8080/soil/v1/soil-data-by-geometry/queries/a-1' };
    assert.deepEqual(created(inside, { location: address.url }), address);
    assert.deepEqual(created({ ...inside, id: 'a-1' }), address);
    assert.deepEqual(created(`${address.url}\n`), address);
    assert.throws(() => created(inside), { code: 'SOIL_RESPONSE', message: /is at http:\/\/backend:8080, .* so it was not used\. Its identifier is a-1\. The job may exist/ });
  });

  it('that is a complaint ends in an error with its words', () => {
    const body = { error: 'quota exceeded', message: 'You have 5 jobs already, s3cret-word.' };
    const complain = (): JobAddress => created(body, {}, 200, ['s3cret-word']);
    for (const error of [{ error: 'quota exceeded' }, { status: 429, message: 'quota exceeded' }, { success: false, message: 'quota exceeded' }]) {
      assert.throws(() => created({ id: '7f3a', ...error }, {}, 200), { code: 'SOIL_RESPONSE', message: /gave no address of the job: quota exceeded\. The job may exist/ }, 'the identifier is not that of a job');
      assert.equal(created({ id: 'a-1', actionStatus: 'Failed', ...error }).id, 'a-1');
      assert.deepEqual(created({ id: '7f3a', Location: address.url, ...error }), address);
    }
    assert.throws(complain, { code: 'SOIL_RESPONSE', message: /gave no address of the job: quota exceeded: You have 5 jobs already, \*\*\*\. The job may exist/ });
  });

  it('may give a path, or the identifier alone', () => {
    assert.deepEqual(created({ Location: '/soil/v1/soil-data-by-geometry/queries/a-1' }), address);
    assert.deepEqual(created({ Location: 'queries/a-1' }), address);
    assert.deepEqual(created({ Location: 'a-1' }), address);
    assert.deepEqual(created({ id: 'a-1' }), address);
    assert.deepEqual(created({ id: 41 }).id, '41');
    const uuid = '6f1c1c1e-0000-4000-8000-00000000000A';
    for (const body of [`${uuid}\n`, JSON.stringify(uuid)]) assert.deepEqual(created(body, { 'content-type': 'text/plain' }), { id: uuid, url: `${collection}/${uuid}`, kind: 'geometry' });
    for (const body of ['Created', '12 34', 'a-1']) assert.throws(() => created(body), { code: 'SOIL_RESPONSE', message: /broken JSON/ }, body);
  });

  it('without an address is an error that warns of the job that may exist', () => {
    for (const body of [{}, { message: 'ok' }, [], 'null', { Location: '' }, { Location: null }, { Location: {} }]) {
      assert.throws(() => created(body), { code: 'SOIL_RESPONSE', message: /gave no address of the job(: ok)?\. The job may exist/ }, JSON.stringify(body));
    }
    assert.throws(() => created('', {}, 204), { code: 'SOIL_RESPONSE', message: /empty body where JSON was expected\. The job may exist/ });
    assert.throws(() => created('<html>'), { code: 'SOIL_RESPONSE', message: /HTML page.* The job may exist/ });
  });

  it('that was cut off does not say to try again, which could make a second job', () => {
    assert.throws(() => created('{"Location":"https://api.exa'), { code: 'SOIL_RESPONSE', message: /cut off\. The job may exist at the service: look there before you submit it again\.$/ });
  });

  it('with an address outside the API is an error that names no more than the origin', () => {
    assert.throws(() => created({ Location: 'https://evil.example/steal/a-1?canary=1' }), (error: { code: string; message: string; cause: unknown }) => {
      assert.equal(error.code, 'SOIL_RESPONSE');
      assert.match(error.message, /the job's address is at https:\/\/evil\.example, not at the service's https:\/\/api\.example\.com, so it was not used/);
      assert.doesNotMatch(JSON.stringify([error.message, error.cause]), /steal|canary/);
      assert.match(error.message, /Its identifier is a-1\. The job may exist .* submit it again\. If it does, send the identifier alone to soil-wait \(msg\.payload\)\.$/);
      return true;
    });
    assert.throws(() => created({ Location: '//evil.example/a-1' }), { code: 'SOIL_RESPONSE' });
    assert.throws(() => created({ Location: '/v1/elsewhere/a-1' }), { code: 'SOIL_RESPONSE' });
    assert.throws(() => created({ Location: `${collection}/../../../../admin` }), { code: 'SOIL_RESPONSE' });
  });
});
