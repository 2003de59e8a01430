import assert from 'node:assert/strict';
import { readJobAddress } from '../../src/service/job-address';

const service = { baseUrl: 'https://api.example.com', synthetic: false };
const byGeometry = `${service.baseUrl}/v1/soil-data-by-geometry/queries`;
const byArea = `${service.baseUrl}/v1/soil-data-by-area-queries`;

function problem(text: string, settings = service): string {
  const reading = readJobAddress(settings, text);
  assert.ok('problem' in reading, `accepted: ${text}`);
  return reading.problem;
}

const address = (text: string): string | undefined => {
  const reading = readJobAddress(service, text);
  return 'address' in reading ? reading.address.url : undefined;
};

describe('a job address', () => {
  it('is made of an identifier and the kind of job', () => {
    assert.deepEqual(readJobAddress(service, ' a-1 '), { address: { id: 'a-1', url: `${byGeometry}/a-1`, kind: 'geometry' } });
    assert.deepEqual(readJobAddress(service, 'a-1', 'area'), { address: { id: 'a-1', url: `${byArea}/a-1`, kind: 'area' } });
    assert.deepEqual(readJobAddress({ ...service, baseUrl: `${service.baseUrl}/soil` }, 'a-1'), {
      address: { id: 'a-1', url: 'https://api.example.com/soil/v1/soil-data-by-geometry/queries/a-1', kind: 'geometry' },
    });
  });

  it('is the same whether it is taken as it stands or parsed', () => {
    for (const id of ['a-1', 'job.1~2', 'a+b=c@d!$\'(),;x', '%C3%BC%20b', 'ü', '..', '%2e%2E', 'a/b', '', 'a:9', 'a b', 'a\\b', 'a%2fb', ' x']) {
      const [asItStands, parsed] = [`${byGeometry}/${id}`, `${byGeometry}/${id}#`].map((text) => readJobAddress(service, text));
      assert.deepEqual(asItStands, parsed, id);
    }
  });

  it('is relative to the collection (RFC 9110, 10.2.2)', () => {
    for (const text of ['./queries/a-1', 'queries/a-1', './a-1']) assert.equal(address(text), `${byGeometry}/a-1`, text);
  });

  it('shows the kind of job by its path', () => {
    assert.deepEqual(readJobAddress(service, `${byArea}/a-1`), { address: { id: 'a-1', url: `${byArea}/a-1`, kind: 'area' } });
    assert.deepEqual(readJobAddress(service, `${byGeometry}/a-1`, 'area'), { address: { id: 'a-1', url: `${byGeometry}/a-1`, kind: 'geometry' } });
    assert.deepEqual(readJobAddress(service, `${service.baseUrl}/v1/jobs/a-1`, 'area'), { address: { id: 'a-1', url: `${service.baseUrl}/v1/jobs/a-1`, kind: 'area' } });
  });

  it('may come from a message with any content', () => {
    for (const kind of ['constructor', '__proto__', 7, null, {}]) assert.deepEqual(readJobAddress(service, 'a-1', kind), readJobAddress(service, 'a-1'));
    for (const text of [undefined, null, 7, {}, ['a-1']]) assert.deepEqual(readJobAddress(service, text), { problem: 'is not a text' });
  });

  it('keeps its query and drops its fragment', () => {
    assert.deepEqual(readJobAddress(service, `${byGeometry}/a-1/?version=2#top`), { address: { id: 'a-1', url: `${byGeometry}/a-1/?version=2`, kind: 'geometry' } });
  });

  it('is read as https if the API is on https, since services behind a TLS proxy write http', () => {
    assert.deepEqual(readJobAddress(service, 'http://api.example.com/v1/soil-data-by-area-queries/a-1'), { address: { id: 'a-1', url: `${byArea}/a-1`, kind: 'area' } });
    for (const [origin, written] of [['https://api.example.com:8443', 'http://api.example.com:8443'], [service.baseUrl, 'http://api.example.com:443']] as const) {
      const url = `${origin}/v1/soil-data-by-area-queries/a-1`;
      assert.deepEqual(readJobAddress({ ...service, baseUrl: origin }, `${written}/v1/soil-data-by-area-queries/a-1`), { address: { id: 'a-1', url, kind: 'area' } });
    }
    const local = { ...service, baseUrl: 'http://localhost' };
    assert.deepEqual(readJobAddress(local, '/v1/jobs/a-1'), { address: { id: 'a-1', url: 'http://localhost/v1/jobs/a-1', kind: 'geometry' } });
    assert.match(problem('http://api.example.com:8080/v1/soil-data-by-area-queries/a-1'), /^is at http:\/\/api\.example\.com:8080, not at/);
  });

  it('is put under the base path if a gateway removes that path before the service, or replaces it', () => {
    const prefixed = { ...service, baseUrl: `${service.baseUrl}/soil` };
    const url = `${prefixed.baseUrl}/v1/soil-data-by-area-queries/a-1`;
    for (const text of ['/v1/soil-data-by-area-queries/a-1', '/api/v1/soil-data-by-area-queries/a-1/', `${byArea}/a-1`, `${byArea.replace('https:', 'http:')}/a-1`]) {
      assert.deepEqual(readJobAddress(prefixed, text), { address: { id: 'a-1', url, kind: 'area' } }, text);
    }
    assert.match(problem(`https://evil.example/v1/soil-data-by-area-queries/a-1`, prefixed), /^is at https:\/\/evil/);
  });

  it('is put under the version if a gateway removes that as well, or the path lacks its first slash', () => {
    for (const baseUrl of [service.baseUrl, `${service.baseUrl}/soil`]) {
      for (const [kind, own] of [['geometry', 'soil-data-by-geometry/queries/a-1'], ['area', 'soil-data-by-area-queries/a-1']] as const) {
        const url = `${baseUrl}/v1/${own}`;
        for (const text of [`/${own}`, `${service.baseUrl}/${own}/`, `${baseUrl}/${own}`, own, `v1/${own}`]) {
          assert.deepEqual(readJobAddress({ ...service, baseUrl }, text), { address: { id: 'a-1', url, kind } }, `${baseUrl} ${text}`);
        }
        const later = `${baseUrl}/v2/${own}`;
        assert.deepEqual(readJobAddress({ ...service, baseUrl }, later), { address: { id: 'a-1', url: later, kind } });
        for (const version of ['v2', 'v10']) assert.match(problem(`/${version}/${own}`, { ...service, baseUrl: `${service.baseUrl}/soil` }), /is not the address of a job/);
      }
    }
  });

  it('is never outside the API', () => {
    for (const text of ['https://evil.example/v1/soil-data-by-geometry/queries/a-1', 'https://api.example.com.evil.example/a-1', 'https://api.example.com:8443/a-1', '//evil.example/a-1', 'https://api.example.com@evil.example/a-1']) {
      assert.match(problem(text), /^is at https:\/\/[a-z.]+(:8443)?, not at the service's https:\/\/api\.example\.com$/, text);
    }
    for (const userInfo of ['me:canary', 'me', ':canary']) assert.match(problem(`https://${userInfo}@api.example.com/v1/jobs/a-1`), /^holds a user name or password$/);
    assert.match(problem('javascript:alert(1)'), /not an http address/);
    assert.match(problem('file:///etc/passwd'), /not an http address/);
    const prefixed = { ...service, baseUrl: `${service.baseUrl}/soil` };
    for (const path of ['/v1/jobs/a-1', '/soilless/v1/jobs/a-1', '/v1/soil-data-by-geometry/queries/', '/soilless/v1/soil-data-by-geometry/queries/']) assert.match(problem(`${service.baseUrl}${path}`, prefixed), /is not the address of a job/, path);
  });

  it('ends in an identifier that is safe in a path and a file name', () => {
    for (const text of [byGeometry, `${byGeometry}/`, `${byArea}/`, `${byGeometry}/..%2f..%2fadmin`, `${byGeometry}/a%00b`, `${byGeometry}/${'x'.repeat(300)}`, service.baseUrl]) {
      assert.match(problem(text), /is not the address of a job/, text);
    }
    // A gateway may decode a segment, once or twice, and then go up.
    for (const segment of ['..%2fother', '%2e%2e%2fother', '..%5cother', '%252e%252e', '..;', '..%00', 'a%2fb', '%2e%2e%3b']) {
      const prefixed = { ...service, baseUrl: `${service.baseUrl}/soil` };
      assert.match(problem(`${prefixed.baseUrl}/${segment}/a-1`, prefixed), /is not the address of a job/, segment);
    }
    for (const text of ['..', '.', './..', 'x/./y', '../admin', '%2e%2E/admin', `${byGeometry}/../../admin`, `${byGeometry}/..`, 'a b', 'a\\b', 'a\nb']) assert.match(problem(text), /is neither/, text);
    assert.match(problem('<a>'), /is not the address/);
    assert.equal(problem('  '), 'is empty');
    const longest = `${byGeometry}/a-1?`.padEnd(4096, 'x');
    assert.equal(address(longest), longest);
    assert.match(problem(`${longest}x`), /longer than 4096/);
  });

  it('may go through any segment that is legal in a path and leads nowhere else (RFC 3986, 3.3)', () => {
    for (const segment of ["!$&'()*+,;=", 'a&b', '*', '~me@here:1', 'm%C3%BCller', 'a%26b', 'a%2Ab']) {
      const url = `${service.baseUrl}/v1/${segment}/jobs/a-1`;
      assert.deepEqual(readJobAddress(service, url), { address: { id: 'a-1', url, kind: 'geometry' } }, segment);
    }
    for (const segment of ['*%2f..', '&%5c', '..;*', '%2e%2e&%2f', '*%252f', '&%00']) assert.match(problem(`${service.baseUrl}/v1/${segment}/a-1`), /is not the address of a job/, segment);
    // An identifier becomes the name of a file.
    for (const id of ['a*b', 'a&b']) assert.match(problem(`${service.baseUrl}/v1/jobs/${id}`), /is not the address of a job/, id);
  });

  it('of the built-in service follows it to its present port', () => {
    const sandbox = { baseUrl: 'http://127.0.0.1:4000', synthetic: true };
    assert.deepEqual(readJobAddress(sandbox, 'http://127.0.0.1:3999/v1/soil-data-by-area-queries/a-1'), {
      address: { id: 'a-1', url: 'http://127.0.0.1:4000/v1/soil-data-by-area-queries/a-1', kind: 'area' },
    });
    assert.deepEqual(readJobAddress(sandbox, 'a-1'), { address: { id: 'a-1', url: 'http://127.0.0.1:4000/v1/soil-data-by-geometry/queries/a-1', kind: 'geometry' } });
    assert.match(problem('http://127.0.0.1:3999/%2e%2e%2f', sandbox), /identifier/);
    const elsewhere = { problem: 'is at https://api.example.com, not in the sandbox', isElsewhere: true };
    assert.deepEqual(readJobAddress(sandbox, 'https://api.example.com/v1/soil-data-by-geometry/queries/a-1'), elsewhere);
  });
});
