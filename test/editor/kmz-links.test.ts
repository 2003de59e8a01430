import assert from 'node:assert/strict';
import { linkedFile } from '../../nodes/editor/map/kmz-links';
import type { ZippedFile } from '../../nodes/editor/map/zip-files';

const FILES = ['doc.kml', 'layers/a.kml', 'layers/b c.kml', 'layers/ü#1.kml', 'files/field.png'].map((name) => ({ name }) as ZippedFile);

describe('A link in a KMZ', () => {
  for (const [from, address, name] of [
    ['doc.kml', 'layers/a.kml', 'layers/a.kml'],
    ['doc.kml', './layers/a.kml#field', 'layers/a.kml'],
    ['doc.kml', 'layers/b c.kml', 'layers/b c.kml'],
    ['doc.kml', 'layers/b%20c.kml', 'layers/b c.kml'],
    ['layers/a.kml', 'b c.kml', 'layers/b c.kml'],
    ['layers/a.kml', '../doc.kml', 'doc.kml'],
    ['layers/ü#1.kml', 'a.kml', 'layers/a.kml'],
    ['doc.kml', 'layers/%C3%BC%231.kml', 'layers/ü#1.kml'],
    ['doc.kml', 'layers/none.kml', undefined],
    ['doc.kml', 'https://example.com/doc.kml', undefined],
    ['doc.kml', '//example.com/doc.kml', undefined],
    ['doc.kml', 'file:///doc.kml', undefined],
    ['doc.kml', 'files/field.png', undefined],
    ['doc.kml', 'http://[', undefined],
    ['doc.kml', '%ff.kml', undefined],
  ] as const) {
    it(`${address} in ${from} leads to ${name ?? 'another place'}`, () => assert.equal(linkedFile(FILES, from, address)?.name, name));
  }
});
