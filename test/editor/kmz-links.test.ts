import assert from 'node:assert/strict';
import { KmzLinks } from '../../nodes/editor/map/kmz-links';
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
    it(`${address} in ${from} leads to ${name ?? 'another place'}`, () => assert.equal(new KmzLinks(FILES).from(from)(address)?.name, name));
  }

  it('is not compared with the name of every file: a zip may have 65,535 of them, and a file hundreds of thousands of links', () => {
    let reads = 0;
    const files = Array.from({ length: 1000 }, (_, index) => ({ get name() { return reads++, `${index}.kml`; } }) as ZippedFile);
    const linkedFile = new KmzLinks(files).from('doc.kml');
    for (let index = 0; index < 1000; index++) assert.equal(linkedFile(`${index}.kml`), files[index]);
    assert.ok(reads <= 2 * files.length, `${reads} reads`);
  });

  it('leads to the first of several files with one name', () => {
    const [first, second] = [{ name: 'a.kml' }, { name: 'a.kml' }] as ZippedFile[];
    assert.equal(new KmzLinks([first!, second!]).from('doc.kml')('a.kml'), first);
  });
});
