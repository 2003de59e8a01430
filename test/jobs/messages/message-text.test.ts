import assert from 'node:assert/strict';
import vm from 'node:vm';
import fc from 'fast-check';
import { HeldMessage } from '../../../src/jobs/messages/held-message';
import { readMessageText } from '../../../src/jobs/messages/message-text';
import { storedMessage } from '../../../src/jobs/messages/stored-message';

const LARGEST_BINARY_BYTES = 256 * 1024;

/** A message as it comes back after a restart. */
function restarted(message: Record<string, unknown>): unknown {
  const { text, left } = storedMessage(message);
  assert.deepEqual(left, []);
  return HeldMessage.stored(text).message;
}

describe('A message that comes back from the disk', () => {
  it('has its dates and Buffers again', () => {
    const message = { sent: new Date('2026-11-21T04:05:06.789Z'), payload: { image: Buffer.from([0, 255, 10]), list: [new Date(0), Buffer.alloc(0)] } };
    assert.deepEqual(restarted(message), message);
  });

  it('has the dates that a function node made', () => {
    const message = vm.runInNewContext('({ payload: { at: new Date(86400000) } })') as Record<string, unknown>;
    assert.deepEqual(restarted(message), { payload: { at: new Date('1970-01-02T00:00:00Z') } });
  });

  it('is what it was, even if it reads like a date or a Buffer of the disk', () => {
    const mark = fc.constantFrom('$date', '$binary', '$escape', 'other');
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, fc.string(), fc.date({ noInvalidDate: true }), fc.uint8Array().map((bytes) => Buffer.from(bytes)), fc.array(tie('any')), fc.dictionary(mark, tie('any'), { noNullPrototype: true })),
    })).any;
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('payload', '$date', '$escape'), value, { noNullPrototype: true }), (message) => {
        assert.deepEqual(restarted(message), message);
      }),
    );
  });

  it('is what it was if a property that JSON does not know stands beside the mark', () => {
    assert.deepEqual(readMessageText(storedMessage({ payload: { $date: '2020', gone: undefined } }).text), { payload: { $date: '2020' } });
    assert.deepEqual(readMessageText(storedMessage({ payload: { $binary: 'AA', gone: () => 1 } }).text), { payload: { $binary: 'AA' } });
  });

  it('keeps a property named __proto__ as a property, even with a date in it', () => {
    const text = '{"payload":{"__proto__":{"$date":"2020-01-01T00:00:00.000Z"}}}';
    const { payload } = readMessageText(text) as { payload: object };
    assert.deepEqual(Object.getOwnPropertyDescriptor(payload, '__proto__')?.value, new Date('2020-01-01'));
    assert.equal(Object.getPrototypeOf(payload), Object.prototype);
  });

  it('keeps what looks like a mark but holds something else, as an earlier journal may have it', () => {
    for (const value of ['{"$date":5}', '{"$date":null}', '{"$binary":[1]}', '{"$binary":5}', '{"$escape":"x"}', '{"$escape":null}', '{"other":{"x":"$date"}}']) {
      const text = `{"payload":${value},"nothing":null,"at":{"$date":"2020-01-01T00:00:00.000Z"}}`;
      assert.deepEqual(readMessageText(text), { payload: JSON.parse(value) as unknown, nothing: null, at: new Date('2020-01-01') });
    }
  });

  it('may be changed by the nodes that come after', () => {
    const message = restarted({ at: new Date(0), gone: Buffer.alloc(1) }) as { at?: unknown; gone?: unknown };
    message.at = 'changed';
    delete message.gone;
    assert.deepEqual(message, { at: 'changed' });
  });

  it('has lost Buffers beyond a quarter of a megabyte, which were named', () => {
    const half = Buffer.alloc(LARGEST_BINARY_BYTES / 2, 1);
    const { text, left } = storedMessage({ first: half, second: half, third: Buffer.from('x') });
    assert.deepEqual(readMessageText(text), { first: half, second: half });
    assert.deepEqual(left, ['msg.third']);
  });

  it('has lost a Buffer with a signed link, which the disk never has', () => {
    const payload = Buffer.from('{"url":"https://h.example/x?sig=CANARY"}');
    assert.deepEqual(storedMessage({ payload }), { text: '{}', left: ['msg.payload'] });
  });

  it('still has the small Buffers beside one that is lost, in whatever order', () => {
    const small = Buffer.from('x');
    const largest = Buffer.alloc(LARGEST_BINARY_BYTES - small.length, 1);
    const signed = Buffer.concat([Buffer.from('https://h.example/x?sig=CANARY '), Buffer.alloc(LARGEST_BINARY_BYTES / 2, 1)]);
    for (const lost of [Buffer.alloc(LARGEST_BINARY_BYTES + 1, 1), signed]) {
      for (const message of [{ lost, small, largest }, { small, largest, lost }]) {
        const { text, left } = storedMessage(message);
        assert.deepEqual([readMessageText(text), left], [{ small, largest }, ['msg.lost']]);
      }
    }
  });
});
