import assert from 'node:assert/strict';
import { judgeAnswer, strongEtag, type Held } from '../../src/download/range-answer';

const held: Held = { bytes: 100, etag: '"a"', total: 400 };
const range = (more: Record<string, string | undefined> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ etag: '"a"', 'content-range': 'bytes 100-399/400', 'content-length': '300', ...more }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

describe('a strong validator', () => {
  it('is in quotation marks and not marked as weak (RFC 9110, 8.8.3)', () => {
    for (const etag of ['"a"', '""', '"d41d8cd9-2"', '"ä"', "\"!#$%&'()\"", `"${'a'.repeat(1022)}"`]) assert.equal(strongEtag(etag), etag);
    for (const etag of [undefined, '', 'a', 'W/"a"', 'w/"a"', '"a', 'a"', '"a"b', '"a", "b"', '"a b"', '"\n"', `"${'a'.repeat(1023)}"`]) assert.equal(strongEtag(etag), undefined, etag);
  });
});

describe('an answer to a GET with or without range', () => {
  it('with status 200 brings the whole file, whatever was asked', () => {
    for (const before of [held, { bytes: 0 }]) {
      assert.deepEqual(judgeAnswer({ status: 200, headers: { etag: '"b"', 'content-length': '7' } }, before), { kind: 'start', etag: '"b"', total: 7 });
    }
    assert.deepEqual(judgeAnswer({ status: 200, headers: { etag: 'W/"b"' } }, held), { kind: 'start', etag: undefined, total: undefined });
    for (const length of ['-1', '7x', '', ' 7', '1e3', '99999999999999999999']) {
      assert.deepEqual(judgeAnswer({ status: 200, headers: { 'content-length': length } }, held), { kind: 'start', etag: undefined, total: undefined }, length);
    }
  });

  it('with status 206 goes on if position, length and validator agree', () => {
    assert.deepEqual(judgeAnswer({ status: 206, headers: range() }, held), { kind: 'continue', until: 400, total: 400 });
    assert.deepEqual(judgeAnswer({ status: 206, headers: range({ 'content-length': undefined }) }, held), { kind: 'continue', until: 400, total: 400 });
    assert.deepEqual(judgeAnswer({ status: 206, headers: range() }, { bytes: 100, etag: '"a"' }), { kind: 'continue', until: 400, total: 400 });
    const part = range({ 'content-range': 'bytes 100-199/400', 'content-length': '100' });
    assert.deepEqual(judgeAnswer({ status: 206, headers: part }, held), { kind: 'continue', until: 200, total: 400 });
    const last = { 'content-range': 'bytes 399-399/400', 'content-length': '1', etag: '"a"' };
    assert.deepEqual(judgeAnswer({ status: 206, headers: last }, { ...held, bytes: 399 }), { kind: 'continue', until: 400, total: 400 });
  });

  it('with status 206 goes on if it does not tell the length of the file: that is known, or asked for later', () => {
    const headers = range({ 'content-range': 'bytes 100-399/*' });
    assert.deepEqual(judgeAnswer({ status: 206, headers }, held), { kind: 'continue', until: 400, total: 400 });
    assert.deepEqual(judgeAnswer({ status: 206, headers }, { bytes: 100, etag: '"a"' }), { kind: 'continue', until: 400 });
  });

  it('with status 206 brings the whole file if that was asked for, and all of it is in the range', () => {
    const headers = range({ 'content-range': 'bytes 0-399/400', 'content-length': '400' });
    assert.deepEqual(judgeAnswer({ status: 206, headers }, { bytes: 0 }), { kind: 'start', etag: '"a"', total: 400 });
    assert.deepEqual(judgeAnswer({ status: 206, headers: { 'content-range': headers['content-range']!, etag: 'W/"a"' } }, { bytes: 0 }), { kind: 'start', etag: undefined, total: 400 });
  });

  const mismatches: [what: string, headers: Record<string, string>, before?: Held][] = [
    ['begins too early', range({ 'content-range': 'bytes 99-399/400', 'content-length': '301' })],
    ['begins too late', range({ 'content-range': 'bytes 101-399/400', 'content-length': '299' })],
    ['is of a file of another length', range({ 'content-range': 'bytes 100-399/401' })],
    ['reaches beyond the file, of which it does not tell the length', range({ 'content-range': 'bytes 100-400/*', 'content-length': '301' })],
    ['reaches beyond the file', range({ 'content-range': 'bytes 100-400/400', 'content-length': '301' })],
    ['ends before it begins', range({ 'content-range': 'bytes 100-99/400', 'content-length': '0' })],
    ['says nothing of its position', range({ 'content-range': undefined })],
    ['has something in front of its position', range({ 'content-range': 'x bytes 100-399/400' })],
    ['has no validator, nor had what is held', range({ etag: undefined }), { bytes: 100 }],
    ['counts in another unit', range({ 'content-range': 'items 100-399/400' })],
    ['is several ranges', range({ 'content-range': undefined, 'content-type': 'multipart/byteranges; boundary=x' })],
    ['has something behind its position', range({ 'content-range': 'bytes 100-399/400, bytes 0-1/400' })],
    ['has another length than its range', range({ 'content-length': '299' })],
    ['is of another file', range({ etag: '"b"' })],
    ['has no validator', range({ etag: undefined })],
    ['has a weak validator', range({ etag: 'W/"a"' })],
    ['is the beginning of what was asked for as a whole', range({ 'content-range': 'bytes 0-398/400', 'content-length': '399' }), { bytes: 0 }],
    ['is the end of what was asked for as a whole', range({ 'content-range': 'bytes 1-399/400', 'content-length': '399' }), { bytes: 0 }],
    ['may be the beginning of what was asked for as a whole', range({ 'content-range': 'bytes 0-399/*', 'content-length': '400' }), { bytes: 0 }],
    ['is the whole, and has another length', range({ 'content-range': 'bytes 0-399/400', 'content-length': '399' }), { bytes: 0 }],
    ['is the whole, and a part was asked for', range({ 'content-range': 'bytes 0-399/400', 'content-length': '400' })],
    ['goes on from bytes without validator', range(), { bytes: 100, total: 400 }],
    ['has a position beyond all numbers', range({ 'content-range': 'bytes 100-99999999999999999999/999999999999999999999' })],
  ];
  for (const [what, headers, before = held] of mismatches) {
    it(`with status 206 counts for nothing if it ${what}`, () => {
      assert.deepEqual(judgeAnswer({ status: 206, headers }, before), { kind: 'mismatch' });
    });
  }

  it('with status 416 says that all is there if the length is what is held', () => {
    const headers = { 'content-range': 'bytes */400' };
    assert.deepEqual(judgeAnswer({ status: 416, headers }, { ...held, bytes: 400 }), { kind: 'complete' });
    assert.deepEqual(judgeAnswer({ status: 416, headers }, { bytes: 400, etag: '"a"' }), { kind: 'complete' });
    for (const [before, sent] of [
      [held, headers],
      [{ ...held, bytes: 400 }, {}],
      [{ ...held, bytes: 400 }, { 'content-range': 'bytes */*' }],
      [{ ...held, bytes: 400 }, { 'content-range': 'x bytes */400' }],
      [{ ...held, bytes: 400 }, { 'content-range': 'bytes */400, more' }],
      [{ ...held, bytes: 400 }, { 'content-range': 'bytes 0-1/400' }],
      [{ ...held, bytes: 400, total: 500 }, headers],
    ] as [Held, Record<string, string>][]) {
      assert.deepEqual(judgeAnswer({ status: 416, headers: sent }, before), { kind: 'mismatch' });
    }
    assert.deepEqual(judgeAnswer({ status: 416, headers }, { bytes: 0 }), { kind: 'failed' });
  });

  it('with any other status brings nothing of the file', () => {
    for (const status of [201, 202, 204, 300, 304, 400, 401, 403, 404, 410, 412, 429, 500, 503]) {
      assert.deepEqual(judgeAnswer({ status, headers: range() }, held), { kind: 'failed' });
    }
  });
});
