import assert from 'node:assert/strict';
import fc from 'fast-check';
import { flagOf, identifierOf, idOf, momentOf, nameText, typeOf, webAddress } from '../../../src/service/answers/json-ld';

function hrefOf(text: string): string | undefined {
  try {
    return new URL(text).href;
  } catch {
    return undefined;
  }
}

describe('a JSON-LD value', () => {
  it('names its item by number: as a number, as text, or at the end of the address', () => {
    assert.equal(identifierOf({ identifier: 7 }), 7);
    assert.equal(identifierOf({ identifier: ' 7 ' }), 7);
    assert.equal(identifierOf({ identifier: { '@value': '7' } }), 7);
    assert.equal(identifierOf({ identifier: 0 }), 0);
    assert.equal(identifierOf({ id: 'https://api.example.com/v1/datasets/7' }), 7);
    assert.equal(identifierOf({ '@id': '/v1/datasets/7/?lang=en#top' }), 7);
    assert.equal(identifierOf({ identifier: 'seven', id: 'https://api.example.com/v1/datasets/7' }), 7);
  });

  it('never makes up a number', () => {
    for (const item of [{}, { identifier: 'seven' }, { identifier: -7 }, { identifier: 7.5 }, { identifier: 2 ** 60 }, { identifier: '99999999999999999999' }, { id: 'urn:7a' }, { identifier: true }, null, 7, '7', []]) {
      assert.equal(identifierOf(item), undefined, JSON.stringify(item));
    }
  });

  it('has its keywords with and without @', () => {
    assert.deepEqual([idOf({ id: 'a' }), idOf({ '@id': 'b' }), idOf({})], ['a', 'b', '']);
    assert.deepEqual([typeOf({ type: 'A' }), typeOf({ '@type': ['B', 'C'] }), typeOf({})], ['A', 'B', undefined]);
  });

  it('is found only in own fields', () => {
    assert.equal(idOf(Object.create({ id: 'inherited' })), '');
    assert.equal(nameText(undefined), undefined);
  });

  it('is a name on one line', () => {
    assert.equal(nameText(' Clay\n content\u0000 '), 'Clay content');
    assert.equal(nameText({ '@value': 'Clay', '@language': 'en' }), 'Clay');
    assert.equal(nameText(['Clay', 'Argile']), 'Clay');
    for (const written of ['Clay &amp; silt', 'Clay &#38; silt', 'Clay&nbsp;&amp;&nbsp;silt']) assert.equal(nameText(written), 'Clay & silt');
    assert.equal(nameText('R&D; A&amp;amp; B'), 'R&D; A&amp; B');
    assert.equal(nameText('&amp;'.repeat(1000)), '&'.repeat(1000));
    assert.equal(nameText(12), '12');
    assert.equal(nameText('x'.repeat(5000))?.length, 1000);
    for (const none of ['', '  ', null, {}, [], [[]]]) assert.equal(nameText(none), undefined);
  });

  it('is a flag as boolean, as text, and as 1 and 0', () => {
    assert.deepEqual([true, 'true', { '@value': 'True' }, 1, '1'].map(flagOf), [true, true, true, true, true]);
    assert.deepEqual([false, 'False', 0, '0'].map(flagOf), [false, false, false, false]);
    for (const none of ['yes', 2, -1, '', null, {}]) assert.equal(flagOf(none), undefined);
  });

  it('is an address that can be shown as a link, or none', () => {
    assert.equal(webAddress(' https://example.com/a b'), 'https://example.com/a%20b');
    for (const bare of ['https://example.com', 'http://localhost:8080']) assert.equal(webAddress(bare), bare);
    for (const none of ['javascript:alert(1)', 'data:text/html,x', '/relative', 'example.com', 'http://', 7, `https://example.com/${'x'.repeat(20_000)}`]) assert.equal(webAddress(none), undefined);
  });

  it('is an address as the URL standard writes it, however plain, with no slash added to a bare host', () => {
    const piece = fc.constantFrom('a', 'B', 'xn', '-', '--', '.', '..', '/', '//', '1', '0x7f', ':', '80', '?', '#', '&', '=', '%2e', '%', '~', '_', 'example.com', ' ', '@', 'é');
    fc.assert(
      fc.property(fc.constantFrom('http://', 'https://', 'HTTPS://'), fc.array(piece, { maxLength: 12 }), (scheme, pieces) => {
        const text = (scheme + pieces.join('')).trim();
        const href = hrefOf(text);
        assert.equal(webAddress(text), href === `${text}/` ? text : href);
      }),
      { numRuns: 5000 },
    );
  });

  it('is read in time proportional to its length', () => {
    for (const unit of ['a', 'a-', 'a.', '/a', '/', 'a/', '?a', '-', '#']) {
      for (const start of ['https://', 'https://a.b/', 'https://a.b/?']) webAddress(`${start}${unit.repeat(5000)}!`);
    }
  });

  it('is a moment in UTC, or none', () => {
    const moments: [text: unknown, iso: string | undefined][] = [
      ['2026-03-01T12:30:00.123Z', '2026-03-01T12:30:00.123Z'],
      ['2026-03-01T12:30:00Z', '2026-03-01T12:30:00Z'],
      ['2026-03-01T12:30:00.5Z', '2026-03-01T12:30:00.5Z'],
      ['2026-03-01T12:30:00', '2026-03-01T12:30:00.000Z'],
      ['2026-03-01 12:30:00+02:00', '2026-03-01T10:30:00.000Z'],
      ['2026-03-01T12:30:00+0200', '2026-03-01T10:30:00.000Z'],
      ['2026-03-01T12:30:00+02', '2026-03-01T10:30:00.000Z'],
      ['20260301T123000Z', '2026-03-01T12:30:00.000Z'],
      ['20260301T123000.5+0200', '2026-03-01T10:30:00.500Z'],
      ['20260301123000Z', undefined],
      ['2026-03-01T12:30Z', '2026-03-01T12:30:00.000Z'],
      ['2026-03-01T12:30:00.123456789z', '2026-03-01T12:30:00.123Z'],
      ['2026-13-01T12:30:00Z', undefined],
      ['2026', undefined],
      ['since 2026-03-01T12:30:00Z', undefined],
      ['2026-03-01T12:30:00Z, or later', undefined],
      ['tomorrow', undefined],
      [1_750_000_000, '2025-06-15T15:06:40.000Z'],
      ['1750000000.25', '2025-06-15T15:06:40.250Z'],
      [1_750_000_000_123, '2025-06-15T15:06:40.123Z'],
      ['Sun, 15 Jun 2025 15:06:40 GMT', '2025-06-15T15:06:40.000Z'],
      [3600, undefined],
      [-1_750_000_000, undefined],
      [17_500_000_000, undefined],
      [null, undefined],
    ];
    for (const [text, iso] of moments) assert.equal(momentOf(text), iso, String(text));
  });
});
