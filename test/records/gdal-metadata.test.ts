import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { ExportFile } from '../../src/records/export-source';
import { gdalItems, type GdalItem } from '../../src/records/rasters/gdal-metadata';
import { gdalNotes } from '../../src/records/rasters/gdal-notes';
import { gdalNumber } from '../../src/records/rasters/gdal-number';
import { readRasterBand, tellingItems } from '../../src/records/rasters/raster-band';

const item = (head: string, content: string): string => `<Item name="${head}>${content}</Item>\n`;

const notes = `<PAMRasterBand band='2'><!-- <NoDataValue>7</NoDataValue> --><NoDataValue>-9</NoDataValue><MDI key='property'>clay</MDI><Scale>0,1</Scale></PAMRasterBand><PAMRasterBand band='3'><NoDataValue> </NoDataValue></PAMRasterBand>`;

/** The items of a band: its own, then those of all bands. */
async function itemsOf(xml: string, sample = 0): Promise<GdalItem[]> {
  const { ofBand, ofAll } = await gdalItems(xml);
  return [...ofBand(sample), ...ofAll];
}

const valuesOf = async (xml: string, sample = 0): Promise<string[]> => (await itemsOf(xml, sample)).map(({ value }) => value);

describe('The metadata of a grid', () => {
  it('of GDAL give each band its own items, and those of all bands if it has none of its own', async () => {
    // As GDAL 3.6 wrote it.
    const xml =
      '<GDALMetadata>\n  <Item name="depth">0-30</Item>\n  <Item name="property">soil</Item>\n  <Item name="source">Ömer &amp;amp; Söhne</Item>\n' +
      '  <Item name="depth" sample="0">1-2</Item>\n  <Item name="property" sample="0">clay</Item>\n  <Item name="UNITTYPE" sample="0" role="unittype">µg/kg</Item>\n' +
      '  <Item name="DESCRIPTION" sample="1" role="description">fraction &amp;lt; 2 &amp;quot;µm&amp;quot;</Item>\n</GDALMetadata>\n';
    const bands = await Promise.all([0, 1].map(async (sample) => readRasterBand(await itemsOf(xml, sample), 'a.tif', sample, 2)));
    assert.deepEqual(
      bands.map(({ property, unit, depthTop, depthBottom, dataset }) => [property, unit, depthTop, depthBottom, dataset]),
      [
        ['clay', 'µg/kg', 1, 2, 'Ömer & Söhne'],
        ['soil', null, 0, 30, 'Ömer & Söhne'],
      ],
    );
    assert.equal(bands[1]!.originalName, 'fraction < 2 "µm"');
  });

  it('are texts with all characters that XML escapes, once or, as in GDAL, twice', async () => {
    assert.deepEqual(await valuesOf(item('a"', '\n &lt;&gt;&quot;&apos;&amp; ') + item('a"', '&amp;lt;&amp;gt;&amp;quot;&amp;apos;&amp;amp;')), ['<>"\'&', '<>"\'&']);
    assert.deepEqual(await itemsOf('<Item\n\tsample="2"  role="scale" name="A&amp;B">7</Item>', 2), [{ name: 'A&B', role: 'scale', value: '7' }]);
    assert.deepEqual(await itemsOf('<Item sample="0">7</Item>'), [{ name: '', role: null, value: '7' }]);
    assert.deepEqual(await valuesOf(item('a" sample="3"', '7')), [], 'of another band');
  });

  it('have their attributes in quotes of either kind, and are ignored in comments', async () => {
    assert.deepEqual(await itemsOf(`<Item name='SCALE' sample='1' role="scale">0.1</Item>`, 1), [{ name: 'SCALE', role: 'scale', value: '0.1' }]);
    assert.deepEqual(await itemsOf(`<Item name="it's" role='a "b" sample="3"'>7</Item>`), [{ name: "it's", role: 'a "b" sample="3"', value: '7' }]);
    const commented = `${item('a"', '1')}<!-- ${item('b"', '2')} <!-- ${item('c"', '3')}-->${item('d"', '4 --> 5')}<!---->${item('e"', '6<!-- a -->/<!-- b -->6')}<!-- out ${item('f"', '7')}`;
    assert.deepEqual(await valuesOf(commented), ['1', '4 --> 5', '6/6']);
    const { ofBand } = await gdalNotes({ open: () => Readable.from([Buffer.from(notes)]) } as unknown as ExportFile);
    assert.deepEqual([ofBand(1).noData, ofBand(2).noData, ofBand(1).items.map(({ name, role, value }) => [name, role, value])], ['-9', '', [['property', null, 'clay'], ['', 'scale', '0,1']]]);
  });

  it('of a band may have factors with a decimal comma, as GDAL reads them', () => {
    const factors = (scale: string, offset: string): number[] => {
      const band = readRasterBand([{ name: '', role: 'scale', value: scale }, { name: '', role: 'offset', value: offset }], 'a.tif', 0, 1);
      return [band.scale, band.offset];
    };
    assert.deepEqual([factors('0,1', '-2,5'), factors('0.1 x', '5 m'), factors('x', ''), factors('0', '1e400')], [[0.1, -2.5], [0.1, 5], [1, 0], [1, 0]]);
    assert.deepEqual(['10 20', ' +1,5e1', '.5', '-9.999,5', '0x0A', '+2,5 m', '5.e+3 m', '5each', 'none 5', ''].map(gdalNumber), [10, 15, 0.5, -9.999, 10, 2.5, 5000, 5, NaN, NaN]);
    assert.deepEqual(['-1.#QNAN', ' 1.#INF', '+1.#INF', '-1.#IND00', '1.5'].map(gdalNumber), [NaN, NaN, NaN, NaN, 1.5], 'as Windows writes what is no number');
  });

  it('may be as long as anybody needs, up to a thousand for each band', async () => {
    const long = await itemsOf(item(`${'a'.repeat(500)}"`, 'b'.repeat(10_000)));
    assert.deepEqual(long.map(({ name, value }) => [name.length, value.length]), [[500, 10_000]]);
    assert.deepEqual(await valuesOf(item('a"', 'b'.repeat(10_001)) + item(`a" sample="0"${' '.repeat(1000)}`, 'c')), []);
    const many = item('a" sample="0"', 'x').repeat(1001) + item('a" sample="1"', 'y');
    assert.deepEqual([(await valuesOf(many)).length, (await valuesOf(many, 1)).length], [1000, 1]);
  });

  it('say the same of a band without the items that tell nothing of it, which are most of a large number', () => {
    const name = fc.constantFrom('property', 'Soil property', 'unit', 'data_source', 'source', 'upper_depth_cm', 'depth', 'TIFFTAG_SOFTWARE', '');
    const role = fc.constantFrom(null, null, 'description', 'unittype', 'scale', 'offset', 'statistics');
    const value = fc.constantFrom('', 'NA', 'clay', 'g/kg', '5', '0-5 cm', ' ');
    fc.assert(
      fc.property(fc.array(fc.record({ name, role, value }), { maxLength: 12 }), fc.array(fc.record({ name, role, value }), { maxLength: 3 }), (ofAll, own) => {
        assert.deepEqual(readRasterBand([...own, ...tellingItems(ofAll)], 'a.tif', 0, 1), readRasterBand([...own, ...ofAll], 'a.tif', 0, 1));
      }),
      { numRuns: 1000 },
    );
    const much = Array.from({ length: 10_000 }, (_, at) => ({ name: at % 2 === 0 ? `name ${at}` : 'unit', role: at % 3 === 0 ? `role ${at}` : null, value: at % 5 === 0 ? '' : 'x' }));
    assert.ok(tellingItems(much).length <= 4);
  });
});
