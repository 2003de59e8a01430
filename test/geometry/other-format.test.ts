import assert from 'node:assert/strict';
import { readArea } from '../../src/geometry/read-area';
import { refusal } from './refusal';

/** POINT (5.5 52) in SRID 4326, little-endian, as PostGIS writes it. */
const EWKB = '0101000020E610000000000000000016400000000000004A40';
/** The same in the well-known binary of ISO, big-endian. */
const WKB = '000000000140160000000000004A40000000000000'.padEnd(42, '0');
const KML = '<?xml version="1.0" encoding="UTF-8"?>\n<!-- a field --><kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>';
const FORM = '--x1\r\nContent-Disposition: form-data; name="file"; filename="field.geojson"\r\nContent-Type: application/geo+json\r\n\r\n{}\r\n--x1--\r\n';
const RING = [[5, 52], [5, 53], [6, 53], [5, 52]];

describe('An area as bytes', () => {
  it('is the text that they hold in UTF-8', async () => {
    assert.equal((await readArea(Buffer.from('POINT (5.5 52)'))).wkt, 'POINT (5.5 52)');
    assert.equal((await readArea(Buffer.from('\ufeff{"type":"Point","coordinates":[5.5,52]}'))).wkt, 'POINT (5.5 52)');
    const utf16 = Buffer.from('\ufeffPOINT (5.5 52)', 'utf16le');
    assert.equal((await readArea(utf16)).wkt, 'POINT (5.5 52)');
    assert.equal((await readArea(Buffer.from(utf16).swap16())).wkt, 'POINT (5.5 52)');
    assert.equal((await readArea(new TextEncoder().encode('{"lat": 52, "lon": 5.5, "name": "Höhe"}'))).wkt, 'POINT (5.5 52)');
  });
});

describe('An area as a text in quotation marks', () => {
  it('is the text in them, as JSON has it', async () => {
    assert.equal((await readArea('"POINT (5.5 52)"')).wkt, 'POINT (5.5 52)');
    assert.equal((await readArea(JSON.stringify(JSON.stringify({ type: 'Point', coordinates: [5.5, 52] })))).wkt, 'POINT (5.5 52)');
    assert.match(await refusal('"POINT (5.5)"'), /^The WKT cannot be read: expected a space and a latitude at position 10/);
    assert.match(await refusal('"POINT (5.5 52)'), /^The text begins like JSON, but cannot be read/);
    assert.match(await refusal('""'), /^There is no area in an empty text/);
  });
});

describe('A boundary of John Deere', () => {
  const ring = (type: string, ...corners: [lat: number, lon: number][]) => ({ type, points: corners.map(([lat, lon]) => ({ '@type': 'Point', lat, lon })) });
  const outer = ring('exterior', [0, 0], [0, 4], [4, 4], [0, 0]);
  const hole = ring('interior', [1, 2], [1, 3], [2, 3], [1, 2]);
  const outline = 'POLYGON ((0 0, 4 0, 4 4, 0 0)';

  it('is an area once the JSONata of the advice has turned it into the points of its ring, or a list of them for several rings', async () => {
    assert.match(await refusal({ multipolygons: [{ rings: [outer, hole] }] }), /\{"area": payload\.multipolygons\[0\]\.rings\.\[points\]\}\.$/);
    assert.equal((await readArea({ area: outer.points })).wkt, `${outline})`);
    assert.equal((await readArea({ area: [outer.points, hole.points] })).wkt, `${outline}, (2 1, 3 2, 3 1, 2 1))`);
  });
});

describe('An area in a format that is not read', () => {
  const inputs: [name: string, input: unknown, advice: RegExp][] = [
    ['KML', KML, /^This is KML, .* GeoJSON/],
    ['KML with a prefix', '<k:kml xmlns:k="http://www.opengis.net/kml/2.2"/>', /^This is KML, .* GeoJSON/],
    ['KML with a prefix of several letters', '<kml:kml xmlns:kml="http://www.opengis.net/kml/2.2"/>', /^This is KML, .* GeoJSON/],
    ['KML as bytes', Buffer.from(KML), /^This is KML, .* GeoJSON/],
    ['GPX', '<?xml version="1.0"?>\n<gpx version="1.1" creator="x"><wpt lat="52" lon="5"/></gpx>', /^This is GPX, .* GeoJSON/],
    ['ISOXML', '<?xml version="1.0"?><ISO11783_TaskData VersionMajor="4"><PFD A="PFD1"/></ISO11783_TaskData>', /^This is ISOXML, .* GeoJSON/],
    ['GML', '<gml:Polygon xmlns:gml="http://www.opengis.net/gml/3.2"/>', /^This is GML, .* GeoJSON/],
    ['GML of a web feature service', '<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml/3.2">', /^This is GML, /],
    ['KML that uses names of GML', '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gml="http://www.opengis.net/gml">', /^This is KML, /],
    ['TopoJSON', { type: 'Topology', objects: {}, arcs: [] }, /^This is TopoJSON, .* GeoJSON/],
    ['a polygon of Esri', { rings: [RING], spatialReference: { wkid: 4326 } }, /^This is the JSON of Esri: .* GeoJSON \(f=geojson\)/],
    ['a feature of Esri', { attributes: { id: 1 }, geometry: { rings: [RING] } }, /^This is the JSON of Esri: /],
    ['an extent of Esri, as text', '{"xmin": 5, "ymin": 52, "xmax": 6, "ymax": 53, "spatialReference": {"wkid": 4326}}', /^This is the JSON of Esri: .* \[west, south/],
    ['features of Esri', { geometryType: 'esriGeometryPolygon', features: [] }, /^This is the JSON of Esri: /],
    ['a boundary of John Deere', { '@type': 'Boundary', multipolygons: [{ rings: [{ type: 'exterior', points: [] }] }] }, /^This is a boundary of John Deere: .* JSONata/],
    ['a shapefile by itself', Buffer.from([0, 0, 0x27, 0x0a, ...Array<number>(96).fill(0)]), /^This is ESRI Shapefile, .* GeoJSON/],
    ['a GeoPackage', Buffer.from('SQLite format 3\0'), /^This is GeoPackage, /],
    ['a geometry of a GeoPackage', Buffer.from('47500001e6100000010100000000000000000016400000000000004a40', 'hex'), /^This is GeoPackage, /],
    ['GeoJSON in UTF-16 without a mark', Buffer.from('{"type":"Point","coordinates":[5.5,52]}', 'utf16le'), /^The text of the area is not UTF-8/],
    ['WKT in UTF-16, the other byte first', Buffer.from('POINT (5.5 52)', 'utf16le').swap16(), /^The text of the area is not UTF-8/],
    ['GeoJSON in the encoding of an older Windows', Buffer.from('{"type":"Point","coordinates":[5.5,52],"name":"K\u00f6rner"}', 'latin1'), /^The text of the area is not UTF-8/],
    ['KML in it', Buffer.from(KML.replace('<kml', '<!-- K\u00f6rner --><kml'), 'latin1'), /^This is KML, /],
    ['FlatGeobuf', Buffer.from('fgb\u0003fgb\0', 'latin1'), /^This is FlatGeobuf, /],
    ['GeoParquet', Buffer.from('PAR1\u0015'), /^This is GeoParquet, /],
    ['a table', 'name;lat;lon\r\nnorth;52.1;5.2\r\n', /^This is a table \(CSV\): .* csv node/],
    ['a table of boundaries, with names in quotation marks', '"name","geometry"\n"north","POLYGON ((5 52, 6 52, 6 53, 5 52))"\n', /^This is a table/],
    ['GeoJSON in lines', `${JSON.stringify({ type: 'Point', coordinates: [5, 52] })}\n{"type": "Point", "coordinates": [6, 52]}\n`, /^The text goes on .* split node/],
    ['a GeoJSON text sequence', '\u001e{"lat": 52, "lon": 5}\n\u001e{"lat": 52, "lon": 6}\n', /^The text goes on .* split node/],
    ['a zip, of a shapefile or KMZ', Buffer.from([0x50, 0x4b, 3, 4, 20, 0]), /^This is a zip: .* GeoJSON in EPSG:4326/],
    ['a form in parts', Buffer.from(FORM), /^This is a form in several parts \(multipart\), .* msg\.req\.files\[0\]\.buffer/],
    ['a form in parts that begin with their type', Buffer.from('--a b\r\nContent-Type: text/plain\r\nContent-Disposition: form-data; name="file"\r\n\r\n'), /^This is a form in several parts/],
    ['a form in parts with a file that is no text', Buffer.concat([Buffer.from(FORM), Buffer.from([0xff, 0xfe, 0xff])]), /^This is a form in several parts/],
    ['a body that an http in node has not read', {}, /^There is no area in an object without fields: .* msg\.req\.files\[0\]\.buffer/],
    ['an address', 'https://me:canary@example.com/field.geojson?sig=1', /^This is the address or the name of a file, (?!.*canary).* http request or a file in node/],
    ['the path of a file', '/data/north field.geojson', /^This is the address or the name of a file, /],
    ['the path of a file on Windows', 'C:\\fields\\north.shp', /^This is the address or the name of a file, /],
    ['the address of a text of many megabytes', `https://example.com/${'a'.repeat(10_000_000)}`, /^There is no area in the text/],
    ['a text that ends like a file, of many megabytes', `${'.zip'.repeat(3_000_000)}`, /^There is no area in the text/],
    ['well-known binary in hexadecimal', EWKB, /^This is well-known binary, .* ST_AsGeoJSON/],
    ['well-known binary in small letters', WKB.toLowerCase(), /^This is well-known binary, .* ST_AsGeoJSON/],
    ['well-known binary as PostgreSQL writes bytes in a text', `\\x${WKB}`, /^This is well-known binary, .* ST_AsGeoJSON/],
    ['well-known binary as SQL writes bytes, in a row', { id: 1, geom: `0x${EWKB}` }, /^This is well-known binary, .* ST_AsGeoJSON/],
    ['well-known binary of many megabytes', EWKB.padEnd(60_000_000, '0'), /^This is well-known binary, .* ST_AsGeoJSON/],
    ['well-known binary as bytes', Buffer.from(EWKB, 'hex'), /^This is well-known binary, .* ST_AsGeoJSON/],
    ['well-known binary as bytes, big-endian', Buffer.from(WKB, 'hex'), /^This is well-known binary, .* ST_AsGeoJSON/],
    ['well-known binary of ISO with heights, in hexadecimal', `01E9030000${'0'.repeat(48)}`, /^This is well-known binary, /],
    ['well-known binary of ISO with heights and measures as bytes', Buffer.from('0000000bbb'.padEnd(80, '0'), 'hex'), /^This is well-known binary, /],
    ['well-known binary of PostGIS with heights', `01010000A0E6100000${'0'.repeat(48)}`, /^This is well-known binary, /],
    ['well-known binary of an area with arcs, as a land register has it', `010C000020E6100000${'0'.repeat(48)}`, /^This is well-known binary, .* ST_AsGeoJSON\(ST_Transform/],
    ['a digest that begins like well-known binary', '01e803'.padEnd(64, 'a'), /^There is no area in the text/],
    ...['010300000000000000', '000000000300000000', '0106000020e610000000000000', '0020000003000010e600000000'].map((hexadecimal): [string, unknown, RegExp] => [
      `an empty area as well-known binary, ${hexadecimal}`, hexadecimal, /^This is well-known binary of an empty geometry, /,
    ]),
    ['an empty area as bytes', Buffer.from('010300000000000000', 'hex'), /^This is well-known binary of an empty geometry, /],
    ['a collection as well-known binary', Buffer.from([1, 7, ...Array<number>(19).fill(0)]), /^This is well-known binary, .* ST_AsGeoJSON/],
  ];
  for (const [name, input, advice] of inputs) {
    it(`is refused with what to do: ${name}`, async () => {
      assert.match(await refusal(input), advice);
    });
  }

  it('is told from text that begins alike, such as a web page, or JSON broken over several lines', async () => {
    assert.match(await refusal('<!DOCTYPE html><html></html>'), /^There is no area in the text "<!DOC/);
    for (const broken of ['{"lat": 52\n{"lon": 5}', '{\n"lat": 52', '{"lat": 52} x']) assert.match(await refusal(broken), /^The text begins like JSON, but/);
    for (const rings of [2, [{ points: [] }]]) assert.match(await refusal({ type: 'Square', rings }), /^Expected a GeoJSON type/);
  });

  it('is told from an H3 cell with few letters, and from what only begins alike or contains the same: its advice would lead nowhere', async () => {
    for (const text of [`0101${'0'.repeat(37)}`, `field ${EWKB}`, '010300000001000000', '0103000020e6100000', '01030000000000000000000000']) assert.match(await refusal(text), /^There is no area in the text "(?:010[13]0|field)/);
    for (const start of [[1, 2, 0, 0, 0, 0xff], [0xff, 0x4b, 0xff], ...[[2, 1, 0, 0, 1], [1, 0], [1, 8], [0, 0, 0, 0, 0]].map((bytes) => [...bytes, ...Array<number>(25).fill(0xff)])])
      assert.match(await refusal(Buffer.from(start)), /^There is no area in binary data/, String(start));
  });
});
