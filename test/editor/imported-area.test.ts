import assert from 'node:assert/strict';
import { ImportProblem } from '../../nodes/editor/map/import-problem';
import { importFile, importText } from '../../nodes/editor/map/imported-area';
import { readArea } from '../../src/geometry/read-area';
import { writtenZip } from '../records/written-zip';

describe('What is dropped on the map, or pasted', () => {
  const areas = [
    '8a1fb466659ffff', '0x8A1FB466659FFFF', '622054503267303423', 'POINT (5.6 51.9)', 'SRID=4326;POINT (5.6 51.9)',
    '<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT (5.6 51.9)', '{"type":"Point","coordinates":[5.6,51.9]}',
  ];
  for (const area of areas) {
    it(`stays as it is if the flow reads it: ${area}`, async () => {
      for (const read of [importText(`\n${area} `), importFile(new File([`\ufeff${area}\n`], 'area.txt'))]) assert.deepEqual(await read, { text: area, leftOut: 0 });
      await readArea(area);
    });
  }

  for (const area of ['CURVEPOLYGON (CIRCULARSTRING (5 51, 6 52, 7 51, 6 50, 5 51))', 'MULTISURFACE Z (CURVEPOLYGON EMPTY)', 'CurvePolygon Z((5 51 0, 6 52 0, 7 51 0, 5 51 0))']) {
    it(`is left to the area reader, which says what to do, if its edges are arcs: ${area}`, async () => {
      assert.deepEqual(await importFile(new File([area], 'parcel.wkt')), { text: area, leftOut: 0 });
      await assert.rejects(readArea(area), /ST_CurveToLine/);
    });
  }

  for (const separator of ['', '\u001e']) {
    it(`becomes one collection if it is GeoJSON with a feature in each line${separator && ', behind a separator'}`, async () => {
      const features = [5.6, 5.8].map((longitude) => ({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [longitude, 51.9] } }));
      const lines = features.map((feature) => `${separator}${JSON.stringify(feature)}\r\n`);
      const { text } = await importFile(new File(lines, 'fields.geojsonl'));
      assert.deepEqual(JSON.parse(text), { type: 'FeatureCollection', features });
      assert.deepEqual(JSON.parse((await importFile(new File(lines.slice(1), 'field.geojsons'))).text), features[1]);
    });
  }

  it('may be features copied in QGIS', async () => {
    const [north, south] = ['Polygon ((5 51, 6 51, 6 52, 5 51))', 'MultiPolygonZ (((7 51 0, 8 51 0, 8 52 0, 7 51 0)))'];
    const one = await importText(`wkt_geom\tid\tname\n${north}\t1\tNorth\n`);
    assert.deepEqual(one, { text: north, leftOut: 0 });
    const { text } = await importText(`wkt_geom\tid\r\n${north}\t1\r\n${south}\t2`);
    assert.equal(text, `GEOMETRYCOLLECTION (${north}, ${south})`);
    assert.equal((await readArea(text)).geometry.type, 'MultiPolygon');
    // Without attributes, there is no table.
    assert.equal((await importText(`${north}\r\n${south}\n`)).text, text);
    for (const whole of ['GEOMETRYCOLLECTION (\nPOINT (5 52),\nPOINT (6 52)\n)', 'GEOMETRYCOLLECTION (POINT (5 52),\nPOINT (6 52))']) {
      assert.equal((await readArea((await importText(whole)).text)).geometry.type, 'MultiPoint', whole);
    }
    const quoted = `wkt_geom\tnote\tid\n${north}\t"of ""two""\nlines, and\ttabs"\t1\n${south}\t"\nPoint"\t2`;
    assert.equal((await importText(quoted)).text, text);
    const marks = `wkt_geom\tnote\n${north}\t"North\n${south}\tof the "road"\n`;
    assert.equal((await importText(marks)).text, text);
    for (const row of ['NULL\t1', '\tPOINT (5 52)', `${north}\tof two\nlines`]) await assert.rejects(readArea((await importText(`wkt_geom\tid\n${row}`)).text), /WKT/);
  });

  it('is not the first of several files, as of a shapefile that is not zipped', async () => {
    const [shp, dbf] = ['field.wkt', 'field.dbf'].map((name) => new File(['POINT (5.6 51.9)'], name));
    await assert.rejects(importFile(shp!, [dbf!]), (error) => error instanceof ImportProblem && error.reason === 'severalFiles');
  });

  it('is no zip of more than 1,000 KML files, of which the last would be left out', async () => {
    const layers = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${index}.kml`, '<kml/>']));
    const zip = new File([new Uint8Array(await writtenZip(layers))], 'layers.kmz');
    await assert.rejects(importFile(zip), (error) => error instanceof ImportProblem && error.reason === 'tooManyFiles');
  });

  it('is not said to lack a shapefile if it is a zip that is cut off, or whose directory is that of a very large one', async () => {
    const zip = await writtenZip({ 'field.shp': 'x' });
    const large = Buffer.from(zip);
    large.writeUInt32LE(0xffffffff, large.length - 6);
    for (const bytes of [zip.subarray(0, -30), large]) {
      await assert.rejects(importFile(new File([new Uint8Array(bytes)], 'field.zip')), (error) => error instanceof ImportProblem && error.reason === 'damagedZip');
    }
  });

  for (const content of ['', 'point,clay\n1,22\n', '"point";"clay"\n"1";"22"\n', '123456789012345678']) {
    it(`is not taken from a file that holds no area: ${JSON.stringify(content)}`, async () => {
      await assert.rejects(importFile(new File([content], 'area.txt')), (error) => error instanceof ImportProblem && error.reason === 'notArea');
    });
  }
});
