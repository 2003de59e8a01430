import assert from 'node:assert/strict';
import { gdalItems } from '../../src/records/gdal-metadata';
import { readRasterBand } from '../../src/records/raster-band';

const item = (head: string, content: string): string => `<Item name="${head}>${content}</Item>\n`;
const valuesOf = (xml: string, sample = 0): string[] => gdalItems(xml)(sample).map(({ value }) => value);

describe('The metadata of a grid', () => {
  it('of GDAL say of a band what is its own, and what is of all where it has nothing of its own', () => {
    // As GDAL 3.6 wrote it.
    const xml =
      '<GDALMetadata>\n  <Item name="depth">0-30</Item>\n  <Item name="property">soil</Item>\n  <Item name="source">Ömer &amp;amp; Söhne</Item>\n' +
      '  <Item name="depth" sample="0">1-2</Item>\n  <Item name="property" sample="0">clay</Item>\n  <Item name="UNITTYPE" sample="0" role="unittype">µg/kg</Item>\n' +
      '  <Item name="DESCRIPTION" sample="1" role="description">fraction &amp;lt; 2 &amp;quot;µm&amp;quot;</Item>\n</GDALMetadata>\n';
    const bands = [0, 1].map((sample) => readRasterBand(gdalItems(xml)(sample), 'a.tif', sample, 2));
    assert.deepEqual(
      bands.map(({ property, unit, depthTop, depthBottom, dataset }) => [property, unit, depthTop, depthBottom, dataset]),
      [
        ['clay', 'µg/kg', 1, 2, 'Ömer & Söhne'],
        ['soil', null, 0, 30, 'Ömer & Söhne'],
      ],
    );
    assert.equal(bands[1]!.originalName, 'fraction < 2 "µm"');
  });

  it('are texts with every character that XML escapes, once or, as GDAL has it, twice', () => {
    assert.deepEqual(valuesOf(item('a"', '\n &lt;&gt;&quot;&apos;&amp; ') + item('a"', '&amp;lt;&amp;gt;&amp;quot;&amp;apos;&amp;amp;')), ['<>"\'&', '<>"\'&']);
    assert.deepEqual(gdalItems('<Item\n\tsample="2"  role="scale" name="A&amp;B">7</Item>')(2), [{ name: 'A&B', role: 'scale', value: '7' }]);
    assert.deepEqual(gdalItems('<Item sample="0">7</Item>')(0), [{ name: '', role: null, value: '7' }]);
    assert.deepEqual(valuesOf(item('a" sample="3"', '7')), [], 'of another band');
  });

  it('are as long as anybody needs, and a thousand for each band', () => {
    const long = gdalItems(item(`${'a'.repeat(500)}"`, 'b'.repeat(10_000)))(0);
    assert.deepEqual(long.map(({ name, value }) => [name.length, value.length]), [[500, 10_000]]);
    assert.deepEqual(valuesOf(item('a"', 'b'.repeat(10_001)) + item(`a" sample="0"${' '.repeat(1000)}`, 'c')), []);
    const many = item('a" sample="0"', 'x').repeat(1001) + item('a" sample="1"', 'y');
    assert.deepEqual([0, 1].map((sample) => valuesOf(many, sample).length), [1000, 1]);
  });
});
