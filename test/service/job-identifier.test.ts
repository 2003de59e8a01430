import assert from 'node:assert/strict';
import { safeFilename } from '../../src/download/safe-filename';
import { isJobIdentifier, jobIdentifier, namedIdentifier } from '../../src/service/job-identifier';
import { ScriptedService } from './scripted-service';

const operation = 'https://api.example.com/v1/soil-data-by-geometry/queries';

describe('The identifier of a job', () => {
  it('may hold percent signs, spaces and letters outside ASCII, as an address has them', () => {
    for (const segment of ['a-1', '50%25-x', 'a%20b', 'q%3A2026', 'j%C3%B6b', 'j%c3%b6b', 'a:b@c', '%CE%B1', '%7B1-2%7D']) {
      assert.ok(isJobIdentifier(segment), segment);
      assert.equal(safeFilename(`soil-data-${segment}.zip`), `soil-data-${segment.replaceAll(':', '_')}.zip`);
    }
    assert.equal(jobIdentifier('jöb'), 'j%C3%B6b');
    assert.equal(jobIdentifier('j%C3%B6b'), 'j%C3%B6b');
    // A UUID as .NET and Windows write it.
    assert.equal(jobIdentifier('{1-2}'), '%7B1-2%7D');
  });

  it('is refused if it hides a separator, a step up, a control character or the like', () => {
    const hidden = ['a%2Fb', 'a%2fb', 'a%5Cb', '%2e', '%2E%2e', '.%2e', 'a%00b', 'a%0Ab', 'a%7Fb', 'a%C2%85b', 'a%E2%80%AEb', '%20', '%20a', 'a%20', 'a%3Fb', 'a%23b', '%3Ca%3E'];
    const twice = ['a%253Fb', 'a%2523b', '..;', '..%3B', '%2e%2e%3b', 'a%25252Fb', 'a%252Fb', '%252e%252e', 'a%255cb', 'a%2500b', 'a%257Fb'];
    const broken = ['', '.', '..', '50%', '50%-x', '%C3', '%ED%A0%80', 'a b', 'x'.repeat(201), '%C3%B6'.repeat(34)];
    for (const segment of [...hidden, ...twice, ...broken]) assert.equal(isJobIdentifier(segment), false, segment);
    assert.ok(isJobIdentifier('x'.repeat(200)));
    for (const text of ['a/b', 'a b', 'ö\ud800', '50%', '\u202ea']) assert.equal(jobIdentifier(text), undefined, text);
  });

  it('is named for an address that cannot be used, without host and query', () => {
    for (const [location, named] of [
      [`${operation}/a-1/?token=x#y`, 'a-1'],
      [`${operation}/a%2Fb`, '"a%2Fb"'],
      ['a b', '"a b"'],
      ['\u202ea\u0000b', '"a b"'],
      [`/queries/${'x'.repeat(300)}`, `"${'x'.repeat(99)}…"`],
      ['https://evil.example', undefined],
      ['https://user:canary@evil.example/?a=b', undefined],
      ['//evil.example', undefined],
      [`${operation}/s3cret`, '"***"'],
      [operation, undefined],
      [`${operation}/..`, undefined],
      [`${operation}/.`, undefined],
    ] as const) {
      assert.equal(namedIdentifier(location, operation, ['s3cret']), named, location);
    }
  });

  it('stays what the service wrote, from the creation to each poll', async () => {
    const server = await ScriptedService.start();
    try {
      const client = server.connect();
      const path = '/v1/soil-data-by-geometry/queries';
      for (const [location, id] of [[`${path}/50%25-x`, '50%25-x'], ['a%20b', 'a%20b'], [`${path}/q%3A2026`, 'q%3A2026'], [`${path}/jöb`, 'j%C3%B6b'], ['jöb', 'j%C3%B6b'], [`${path}/{1-2}`, '%7B1-2%7D'], ['{1-3}', '%7B1-3%7D']] as const) {
        const url = `${server.baseUrl}${path}/${id}`;
        server.on(`POST ${path}`, { status: 201, body: { Location: location } }).on(`GET ${path}/${id}`, ...Array<object>(2).fill({ body: { id: url, actionStatus: 'active' } }));
        const address = await client.createJob('geometry', { geometry: 'POINT (10 50)' });
        assert.deepEqual(address, { id, url, kind: 'geometry' });
        // A message may bring either.
        assert.deepEqual([client.jobAddress(id), client.jobAddress(url)], [address, address]);
        for (let poll = 1; poll <= 2; poll++) assert.equal((await client.pollJob(address)).status, 'active');
      }
      server.on(`POST ${path}`, { status: 201, body: { Location: `${path}/a%2Fb?signed=1` } });
      await assert.rejects(client.createJob('geometry', { geometry: 'POINT (10 50)' }), { code: 'SOIL_RESPONSE', message: /so it was not used\. Its identifier is "a%2Fb"\. The job may exist/ });
    } finally {
      await server.close();
    }
  });
});
