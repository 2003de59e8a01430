import assert from 'node:assert/strict';
import vm from 'node:vm';
import fc from 'fast-check';
import { isSoilError } from '../../../src/errors/soil-error';
import { withoutSignatures } from '../../../src/jobs/messages/signed-link';
import { storedMessage } from '../../../src/jobs/messages/stored-message';

function stored(message: Record<string, unknown>): unknown {
  return JSON.parse(storedMessage(message).text);
}

describe('A message on the disk', () => {
  it('is the message itself, if that is plain JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (message) => {
        const { text, left } = storedMessage(message);
        // Equal as JSON; a key named __proto__ stays a key.
        assert.equal(text, JSON.stringify(message));
        assert.deepEqual(left, []);
      }),
    );
  });

  it('leaves in memory what is not plain JSON, and says where that was', () => {
    class Request {
      socket = this;
    }
    const message = {
      payload: { image: new Uint8Array(1), name: 'field', at: new Date('x'), list: [1, () => 1, Number.NaN] },
      req: new Request(),
      big: 10n,
      'not there': undefined,
      map: new Map([[1, 2]]),
    };
    const { text, left } = storedMessage(message);
    assert.deepEqual(JSON.parse(text), { payload: { name: 'field', list: [1, null, null] } });
    assert.deepEqual(left, ['msg.payload.image', 'msg.payload.at', 'msg.payload.list', 'msg.req', 'msg.big', 'msg.map']);
    assert.ok(message.payload.at instanceof Date, 'the message itself is left alone');
  });

  it('leaves out whatever throws when read, and keeps the rest', () => {
    const message = { payload: { name: 'field', get device(): string { throw new Error('it is closed'); } } };
    Object.defineProperty(message, 'port', { enumerable: true, get: () => { throw new Error('it is closed'); } });
    const { text, left } = storedMessage(message);
    assert.deepEqual([JSON.parse(text), left], [{ payload: { name: 'field' } }, ['msg.payload.device', 'msg.port']]);
  });

  it('names a live object once, as the response that an "http in" node wraps, and leaves it out as a whole', () => {
    const response = { _res: new (class Response {})(), append: () => undefined, send: () => undefined, status: () => undefined };
    const half = { name: 'kept', run: () => undefined };
    const { text, left } = storedMessage({ res: response, half, run: () => undefined });
    assert.deepEqual([JSON.parse(text), left], [{ half: { name: 'kept' } }, ['msg.res', 'msg.half.run', 'msg.run']]);
  });

  it('takes objects that were made in another realm, as function nodes do', () => {
    const message = vm.runInNewContext('({ payload: { list: [1, { deep: "x" }], nothing: null } })') as Record<string, unknown>;
    assert.deepEqual(storedMessage(message), { text: '{"payload":{"list":[1,{"deep":"x"}],"nothing":null}}', left: [] });
  });

  it('takes the same object twice, and stops at a cycle and at endless depth', () => {
    const shared = { a: 1 };
    const cycle: Record<string, unknown> = { name: 'loop' };
    cycle.self = { again: cycle };
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 10_000; level++) deep = { deep };
    const { text, left } = storedMessage({ one: shared, other: shared, cycle, deep });
    const read = JSON.parse(text) as Record<string, unknown>;
    assert.deepEqual([read.one, read.other, read.cycle], [shared, shared, { name: 'loop', self: {} }]);
    assert.equal(left.length, 2);
    assert.equal(left[0], 'msg.cycle.self.again');
  });

  it('names what it leaves out without the line ends and controls that its sender may have put into the names', () => {
    assert.deepEqual(storedMessage({ payload: { 'a\n[error] b\u001b[31m': NaN } }).left, ['msg.payload.a [error] b [31m']);
  });

  it('reaches a hundred levels deep, and no further', () => {
    const nested = (levels: number): object => (levels === 0 ? { end: true } : { next: nested(levels - 1) });
    assert.deepEqual(storedMessage(nested(100) as Record<string, unknown>).left, []);
    const { text, left } = storedMessage(nested(101) as Record<string, unknown>);
    assert.deepEqual([text.includes('end'), left.length, left[0]?.length], [false, 1, 100]);
  });

  it('names at most ten parts that are left out, each once, and no more of a name than can be read', () => {
    const parts = Object.fromEntries(Array.from({ length: 12 }, (_, number) => [`part${number}`, [(): void => undefined, Symbol('x')]]));
    assert.deepEqual(storedMessage(parts).left, Array.from({ length: 10 }, (_, number) => `msg.part${number}`));
    assert.deepEqual(storedMessage({ ['x'.repeat(200)]: 1n }).left, [`msg.${'x'.repeat(96)}`]);
  });

  it('leaves out numbers that JSON does not know, but nothing else of a branch', () => {
    const message = { payload: { a: Infinity, b: -0.5, c: null, d: undefined, e: false, f: [1, -Infinity, [Number.NaN, 2]] }, maps: { one: new Map() } };
    const { text, left } = storedMessage(message);
    assert.equal(text, '{"payload":{"b":-0.5,"c":null,"e":false,"f":[1,null,[null,2]]},"maps":{}}');
    assert.deepEqual(left, ['msg.payload.a', 'msg.payload.f', 'msg.maps.one']);
    assert.deepEqual(message.payload.f, [1, -Infinity, [Number.NaN, 2]], 'the message itself is left alone');
  });

  it('counts what Object.create(null) made as plain, but not what a class made', () => {
    const bare = Object.assign(Object.create(null) as object, { a: 1 });
    assert.deepEqual(storedMessage({ bare, list: [new (class Field {})()] }), { text: '{"bare":{"a":1},"list":[null]}', left: ['msg.list'] });
  });

  it('is measured in bytes, and may be exactly as large as is allowed', () => {
    assert.equal(storedMessage({ a: 'ä' }, 10).text, '{"a":"ä"}');
    assert.throws(() => storedMessage({ a: 'ä' }, 9), { code: 'SOIL_STORAGE' });
    assert.throws(() => storedMessage({ payload: 'x'.repeat(16 * 1024 * 1024) }), /The message is 16\.8 MB as JSON, but at most 16\.8 MB can be kept/);
  });

  it('keeps a property named __proto__ as a property, even beside one that is left out', () => {
    const message = JSON.parse('{"payload": {"__proto__": {"polluted": true}}}') as { payload: Record<string, unknown> };
    message.payload.map = new Map();
    assert.equal(storedMessage(message).text, '{"payload":{"__proto__":{"polluted":true}}}');
  });

  it('does not hold the signed part of a link, wherever the link is', () => {
    const url = 'https://storage.example/a/b.zip?X-Amz-Credential=CANARY1&X-Amz-Signature=CANARY2';
    const message = {
      payload: url,
      text: `Take it from <${url}> today`,
      soil: { job: { id: '1', result: { url, expires: '2026-01-01T00:00:00Z' } } },
      list: [['https://h.example/x?sig=CANARY3#CANARY4', 'https://h.example/x#access_token=CANARY5']],
    };
    const { text, left } = storedMessage(message);
    assert.doesNotMatch(text, /CANARY/);
    assert.deepEqual(left, ['the signed part of a link in msg.text', 'the signed part of a link in msg.list']);
    assert.deepEqual(JSON.parse(text), {
      payload: 'https://storage.example/a/b.zip',
      text: 'Take it from <https://storage.example/a/b.zip> today',
      soil: { job: { id: '1', result: { url: 'https://storage.example/a/b.zip', expires: '2026-01-01T00:00:00Z' } } },
      list: [['https://h.example/x', 'https://h.example/x']],
    });
    assert.equal(message.payload, url, 'the message itself is left alone');
  });

  it('does not hold the query of a result link that is signed in a way of its own', () => {
    const url = 'https://storage.example/b.zip?k=CANARY';
    assert.doesNotMatch(storedMessage({ payload: url, soil: { job: { result: { url } } } }).text, /CANARY/);
  });

  it('keeps the whole of a link that is read again: that of the job, and the payload of a download', () => {
    const [url, other] = ['https://storage.example/b.zip?sig=CANARY', 'https://storage.example/c.zip?sig=CANARY'];
    assert.deepEqual(storedMessage({ payload: ` ${url}\n`, soil: { job: { result: { url } } } }).left, []);
    assert.deepEqual(storedMessage({ payload: other }).left, []);
    assert.deepEqual(storedMessage({ payload: { id: '1', result: { url } }, soil: { job: { id: '1', result: { url } } } }).left, []);
    assert.deepEqual(storedMessage({ payload: `see ${url}`, link: url }).left, ['msg.payload', 'msg.link'].map((path) => `the signed part of a link in ${path}`));
  });

  it('keeps links that carry no signature', () => {
    const urls = ['https://map.example/?lat=1&lon=2', 'https://x.example/?author=a&design=b&page=3', 'no link? sig=1', 'https://x.example/#map'];
    for (const url of urls) assert.equal(withoutSignatures(url), url);
    assert.deepEqual(stored({ urls }), { urls });
  });

  for (const name of ['sig', 'Signature', 'X-Goog-Signature', 'X-Amz-Security-Token', 'token', 'access_token', 'AWSAccessKeyId', 'GoogleAccessId', 'Key-Pair-Id', 'Policy', 'Expires', 'se', 'api_key', 'apikey', 'client_secret']) {
    it(`takes the parameter ${name} for a signature`, () => {
      assert.equal(withoutSignatures(`https://h.example/p?a=1&${name}=x`), 'https://h.example/p');
    });
  }

  it('is refused if it is larger than the disk should hold, with its size and a remedy', () => {
    assert.throws(
      () => storedMessage({ payload: 'x'.repeat(2_000_000) }, 1_000_000),
      (error) => isSoilError(error, 'SOIL_STORAGE') && /2\.0 MB as JSON, but at most 1\.0 MB.*change node/.test(error.message),
    );
    assert.equal(storedMessage({ payload: 'x'.repeat(980) }, 1000).text.length, 994);
  });

  it('takes a message with an area of a hundred thousand vertices in its stride', () => {
    const ring = Array.from({ length: 100_000 }, (_, at) => [at / 1e5, at / 1e6]);
    const { left } = storedMessage({ payload: { type: 'Polygon', coordinates: [ring] } });
    assert.deepEqual(left, []);
  });
});
