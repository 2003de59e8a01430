import assert from 'node:assert/strict';
import { cellArea, cellToBoundary, latLngToCell } from 'h3-js';
import type { Position } from '../../src/geometry/area-of-interest';
import { cellPlaces, cellPolygons } from '../../src/geometry/h3-cells';
import { readArea } from '../../src/geometry/read-area';
import { changesOf, refusal, wktOf } from './refusal';

const ACCEPTED = 'expected WKT, GeoJSON, {lat, lon}, [west, south, east, north], an H3 cell or a drawing of a map';
const TURNED = '1 ring was turned round: outer rings run counter-clockwise, holes clockwise.';

describe('A place', () => {
  for (const place of [
    { lat: 52.1, lon: 4.9 }, { lat: 52.1, lng: 4.9 },
    { lat: '52.1', long: ' 4.9 ' },
    { lat: 52.1, lng: 4.9, radius: null },
    { lat: null, latitude: 52.1, lon: undefined, long: 4.9 },
    { lat: 52.1, latitude: '52.10', lon: 4.9, long: 'a text' },
    { latitude: 52.1, longitude: 4.9, altitude: 3, name: 'north' },
    // A field of that name may be anything, where the other sides are none.
    { lat: 52.1, lon: 4.9, north: true },
    { lat: '52.1', lon: '4.9', radius: '' }, { lat: 52.1, lon: 4.9, radius: 0 },
    { Name: 'north', Lat: 52.1, Long: 4.9 },
    { LATITUDE: '52.1', LONGITUDE: '4.9', RADIUS: null }, { lat: null, Lat: 52.1, LON: 4.9 },
  ]) {
    it(`is a point: ${JSON.stringify(place)}`, async () => {
      assert.equal(await wktOf(place), 'POINT (4.9 52.1)');
    });
  }

  const refusals: [input: unknown, message: string][] = [
    [{ lat: 'north', lon: 4.9 }, 'The latitude is the text "north": give a number of degrees, such as 52.1.'],
    [{ lat: 52.1, lon: {} }, 'The longitude is an object without fields: give a number of degrees, such as 5.7.'],
    [{ lat: 52.1, lon: Infinity }, 'The longitude is the number Infinity: give a number of degrees, such as 5.7.'],
    [{ lat: 110, lon: 50 }, 'Latitude 110 at the point is not between -90 and 90. Give degrees on WGS 84.'],
    [{ lon: 4.9, time: 7 }, 'The place has a longitude, but no latitude: give both, as in {lat, lon}.'],
    [{ lat: null, lon: null }, 'The latitude is null: give a number of degrees, such as 52.1.'],
    [{ latitude: 52.1, lon: null }, 'The longitude is null: give a number of degrees, such as 5.7.'],
    [{ Lat: '52,1', Lon: '4,9' }, 'The latitude is the text "52,1": give a number of degrees, such as 52.1.'],
    [{ Lat: 52.1, Latitude: 52.2, Lon: 4.9 }, 'The place has two latitudes, 52.1 and 52.2: give one of them.'],
    [{ Lat: 52.1, LAT: 52.2, Lon: 4.9 }, 'The place has two latitudes, 52.1 and 52.2: give one of them.'],
    [{ Lat: 52.1, Lon: 4.9, Radius: 'wide' }, 'The radius is the text "wide": give 0.1 metres or more, or leave it out for a point.'],
    [{ lat: 52.1, latitude: '52.2', lon: 4.9 }, 'The place has two latitudes, 52.1 and 52.2: give one of them.'],
    [{ lat: 52.1, lng: 4.9, lon: 5 }, 'The place has two longitudes, 5 and 4.9: give one of them.'],
    [{ lat: '', lon: 4.9 }, 'The latitude is an empty text: give a number of degrees, such as 52.1.'],
    [{ lat: 52.1, lon: undefined }, 'The place has a latitude, but no longitude: give both, as in {lat, lon}.'],
    [{ lat: '52.1', lon: undefined }, 'The place has a latitude, but no longitude: give both, as in {lat, lon}.'],
    [{ short: 'GLD', long: 'Gelderland' }, `There is no area in an object with the fields short, long: ${ACCEPTED}.`],
    [{ lat: null }, `There is no area in an object with the field lat: ${ACCEPTED}.`],
  ];
  for (const [input, message] of refusals) {
    it(`is refused unless it has one latitude and one longitude: ${JSON.stringify(input)}`, async () => {
      assert.equal(await refusal(input), message);
    });
  }
});

describe('A box', () => {
  const BOUNDS = { _southWest: { lat: 50, lng: 4 }, _northEast: { lat: 51, lng: 5 } };
  const wkt = 'POLYGON ((4 50, 5 50, 5 51, 4 51, 4 50))';
  for (const box of [[4, 50, 5, 51], ['4', '50', '5', '51'], '[4, 50, 5, 51]', { action: 'bounds', south: 50, west: 4, north: 51, east: 5 }, { West: 4, South: 50, East: 5, North: 51 }, BOUNDS, { _sw: { lng: 4, lat: 50 }, _ne: { lng: 5, lat: 51 } }]) {
    it(`is a polygon: ${JSON.stringify(box)}`, async () => {
      assert.equal(await wktOf(box), wkt);
      assert.deepEqual(await changesOf(box), []);
    });
  }

  it('may be wider than half the Earth', async () => {
    const { description } = await readArea([-100.0000001, 70, 100, 71]);
    assert.deepEqual(description.bbox, [-100.0000001, 70, 100, 71]);
    assert.deepEqual(description.changes, []);
    assert.equal(description.parts, 1);
  });

  it('may be wider than half the Earth across the antimeridian', async () => {
    const { description } = await readArea([10, 0, -10, 1]);
    assert.deepEqual(description.bbox, [10, 0, -10, 1]);
    const [half] = [await readArea([-90, 0, 90, 1])];
    assert.equal(half.wkt, 'POLYGON ((-90 0, 90 0, 90 1, -90 1, -90 0))');
    assert.ok(Math.abs(description.hectares / half.description.hectares / (340 / 180) - 1) < 1e-3);
  });

  it('may be given as text, in brackets or, as in web addresses, without', async () => {
    for (const text of ['[5.6, 51.9, 5.7, 52]', '5.6,51.9,5.7,52', ' 5.6, 51.9 , 5.70, 52\n', 'BOX(5.6 51.9,5.7 52)', 'BOX(5.6 51.9, 5.7 52)', 'BOX3D(5.6 51.9 0,5.7 52 -1.5e1)']) assert.equal(await wktOf(text), await wktOf([5.6, 51.9, 5.7, 52]), text);
    assert.deepEqual(await changesOf('BOX3D(5.6 51.9 0,5.7 52 -1.5e1)'), ['2 positions were cut to longitude and latitude: heights and measures are not used.']);
    assert.equal(await wktOf('-179.5,-17,179.5,-16'), await wktOf([-179.5, -17, 179.5, -16]));
  });

  it('is not made of text whose commas may be those of two numbers, or whose order is not known', async () => {
    for (const text of ['5,6, 51,85', '5,6,51,85', '5.6 51.9 5.7 52', '5.6,51.9,5.7', '5.6;51.9;5.7;52', '5.6,51.9,5.7,x']) assert.match(await refusal(text), /^There is no area in the text /);
    assert.equal(await refusal('51.9,52.0,5.6,5.7'), 'The box has its south (52) above its north (5.7): the order is west, south, east, north.');
  });

  it('may be given on a map from 0 to 360', async () => {
    assert.equal(await wktOf([350, 50, 355, 51]), await wktOf([-10, 50, -5, 51]));
    assert.equal(await wktOf([350, 50, 10, 51]), await wktOf([-10, 50, 10, 51]));
  });

  const refusals: [input: unknown, message: string][] = [
    [[4, 51, 5, 50], 'The box has its south (51) above its north (50): the order is west, south, east, north.'],
    [['x', 50, 5, 51], 'The box [west, south, east, north] needs four numbers, but found the text "x", the number 50, the number 5, the number 51.'],
    ['BOX(5.6 51.9,x 52)', 'The box [west, south, east, north] needs four numbers, but found the text "5.6", the text "51.9", the text "x", the text "52".'],
    [[4, 'x', 5, 51], 'The box [west, south, east, north] needs four numbers, but found the number 4, the text "x", the number 5, the number 51.'],
    [[4, 50, 5, 'x'], 'The box [west, south, east, north] needs four numbers, but found the number 4, the number 50, the number 5, the text "x".'],
    [[5, 50, 6, 120], 'Latitude 120 at the box is not between -90 and 90: latitude and longitude look swapped. Longitude comes first.'],
    [{ west: 5, south: 50, east: 6, north: 120 }, 'Latitude 120 at the box is not between -90 and 90. Give degrees on WGS 84.'],
    [{ _southWest: { lat: 50, lng: 5 }, _northEast: { lat: 120, lng: 6 } }, 'Latitude 120 at the box is not between -90 and 90. Give degrees on WGS 84.'],
    [{ _southWest: { lat: 50 }, _northEast: { lat: 51 } }, `There is no area in an object with the fields _southWest, _northEast: ${ACCEPTED}.`],
    [[4, 50, 4, 51], 'The box [4, 50, 4, 51] has no area: two opposite sides coincide.'],
    [[4, 50, 5, 50], 'The box [4, 50, 5, 50] has no area: two opposite sides coincide.'],
    [[180, -10, -180, 10], 'The box [180, -10, -180, 10] has no area: two opposite sides coincide.'],
    [[4, 50, 4.00000001, 51], 'The box [4, 50, 4.00000001, 51] has no area: two opposite sides coincide.'],
    [[0, 0, 100, 95], 'Latitude 95 at the box is not between -90 and 90. Give degrees on WGS 84, longitude first.'],
    [[4.9, 52.1], '[4.9, 52.1] does not say which number is the latitude: give {lat, lon}, or WKT as in POINT (lon lat).'],
    [[1, 2, 3], `There is no area in an array of 3: ${ACCEPTED}. To get an area for each element, put a split node in front. Features of one area belong in a FeatureCollection.`],
  ];
  for (const [input, message] of refusals) {
    it(`is refused unless it has four sides, in order, around an area: ${JSON.stringify(input)}`, async () => {
      assert.equal(await refusal(input), message);
    });
  }
});

describe('An H3 cell', () => {
  it('is the polygon of its outline, at any resolution', async () => {
    for (const resolution of [4, 8, 10, 15]) {
      const cell = latLngToCell(52.1, 4.9, resolution);
      const { geometry, description } = await readArea(cell);
      assert.equal(geometry.type, 'Polygon');
      const rounded = cellToBoundary(cell, true).map((position) => position.map((degrees) => Math.round(degrees * 1e7) / 1e7));
      assert.deepEqual(geometry.coordinates, [rounded]);
      assert.ok(Math.abs(description.hectares / (cellArea(cell, 'm2') / 1e4) - 1) < 0.01);
      assert.deepEqual(description.changes, []);
      assert.equal(await wktOf(` ${cell.toUpperCase()} `), await wktOf(cell));
    }
  });

  it('is split at the antimeridian', async () => {
    const { description } = await readArea(latLngToCell(0, 180, 4));
    assert.equal(description.type, 'MultiPolygon');
  });

  it('has its polygons, and a centre with no corner farther away than its reach', async () => {
    const placeOf = await cellPlaces();
    for (const resolution of [0, 4, 10, 15]) {
      const cell = latLngToCell(52.1, 4.9, resolution);
      const [[ring]] = await cellPolygons(cell) as [Position[][]];
      const { lon, lat, reach } = placeOf(cell)!;
      const farthest = Math.max(...ring!.map(([x, y]) => Math.hypot((x - lon) * Math.cos((lat * Math.PI) / 180), y - lat)));
      assert.ok(farthest <= reach && farthest > reach / 4, `${farthest} of ${reach}`);
    }
    assert.equal((await cellPolygons(latLngToCell(0, 180, 4))).length, 2);
    assert.equal(placeOf('8a1fb46622dfffe'), undefined);
  });

  it('is the same in other notations: in capitals, after 0x, as a decimal number, in quotation marks', async () => {
    const cell = '8a1969335cd7fff';
    assert.equal(BigInt(`0x${cell}`).toString(), '621943782560858111');
    const wkt = await wktOf(cell);
    for (const same of [`0x${cell}`, `0X${cell.toUpperCase()}`, '621943782560858111', 621943782560858111n, `"${cell}"`]) assert.equal(await wktOf(same), wkt);
    assert.match(await refusal(Number('621943782560858111')), /^\d{18} looks like an H3 cell given as a number, .+: give it as text\.$/);
    assert.match(await refusal('123456789012345678'), /^There is no area in the text "123456789012345678"/);
    assert.match(await refusal(5n), /^There is no area in the bigint 5: /);
  });

  it('is refused if it does not exist', async () => {
    assert.equal(await refusal('8a1fb46622dfffe'), '"8a1fb46622dfffe" has the form of an H3 index, but there is no such cell. Check its digits.');
    for (const rounded of ['621943782560858100', 621943782560858100n]) assert.match(await refusal(rounded), /^"621943782560858100" has the form/, 'as it is written');
    for (const text of ['8a1fb466', '0x8a1fb466', '8a1fb46622dffff0', '0621943782560858111', '700000000000000000']) {
      assert.match(await refusal(text), new RegExp(`^There is no area in the text "${text}": expected WKT, .+ an H3 cell`));
    }
  });
});

describe('A drawing of the worldmap node', () => {
  const corners = [{ lat: 51, lng: -1 }, { lat: 51, lng: -0.5 }, { lat: 51.2, lng: -0.5 }];
  const wkt = 'POLYGON ((-1 51, -0.5 51, -0.5 51.2, -1 51))';
  const event = { action: 'draw', name: 'Polygon1', type: 'Polygon', layer: '_drawing', options: { color: '#4040F0' }, drawCount: 1, _sessionid: 'x' };

  const drawings: [name: string, input: unknown, wkt: string][] = [
    ['a polygon', { ...event, area: corners }, wkt],
    ['a polygon of an early version', { action: 'draw', type: 'rectangle', points: corners }, wkt],
    ['a polygon in value', { action: 'draw', value: { name: 'field', area: corners } }, wkt],
    ['an area as the map takes it', { name: 'zone1', area: [[51, -1], [51, -0.5], [51.2, -0.5]] }, wkt],
    ['two corners of a rectangle', { name: 'zone1', area: [[51.2, -1], [51, -0.5]] }, 'POLYGON ((-1 51, -0.5 51, -0.5 51.2, -1 51.2, -1 51))'],
    [
      'an outer ring and a hole',
      { ...event, area: [[[0, 0], [0, 4], [4, 4], [4, 0]], [[1, 1], [2, 1], [2, 2]]] },
      'POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 2, 2 2, 1 1))',
    ],
    ['GeoJSON', { name: 'MyPolygon', geojson: { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } } }, 'POINT (1 2)'],
    ['an outer ring of John Deere', { type: 'exterior', passable: true, points: corners.map(({ lat, lng }) => ({ '@type': 'Point', lat, lon: lng })) }, wkt],
    ['a marker', { action: 'click', name: 'Jason', layer: 'gps', lat: 51.05, lon: -1.35 }, 'POINT (-1.35 51.05)'],
  ];
  for (const [name, input, expected] of drawings) {
    it(`is read: ${name}`, async () => {
      assert.equal(await wktOf(input), expected);
      assert.deepEqual(await changesOf(input), []);
    });
  }

  it('is turned round if it was drawn clockwise', async () => {
    assert.equal(await wktOf({ ...event, area: corners.toReversed() }), 'POLYGON ((-0.5 51.2, -1 51, -0.5 51, -0.5 51.2))');
    assert.deepEqual(await changesOf({ ...event, area: corners.toReversed() }), [TURNED]);
  });

  for (const [latitude, radius] of [[0, 1000], [52, 3000], [-70, 100_000], [52, 10]] as const) {
    it(`is a circle with the area of the circle: ${radius} m at latitude ${latitude}`, async () => {
      const { description, geometry } = await readArea({ ...event, type: 'Circle', lat: latitude, lon: 179.99, radius });
      const hectares = (2 * Math.PI * 6371008.8 ** 2 * (1 - Math.cos(radius / 6371008.8))) / 10_000;
      assert.ok(Math.abs(description.hectares / hectares - 1) < 0.002, `${description.hectares} ha instead of ${hectares}`);
      assert.equal(description.changes[0], 'The circle was drawn as a polygon of 64 corners with the area of the circle.');
      assert.ok(geometry.type.endsWith('Polygon'));
    });
  }

  it('is a circle of the smallest radius that the refusal of smaller ones names', async () => {
    const { hectares, vertices } = (await readArea({ lat: 52, lon: 5, radius: 0.1 })).description;
    assert.ok(hectares > 0 && vertices > 3, `${hectares} ha, ${vertices} corners`);
  });

  it('is a circle that reaches as far to each side, even if it is wide', async () => {
    const { bbox: [west, south, east, north], changes } = (await readArea({ lat: 50, lon: 10, radius: 1_000_000 })).description;
    assert.deepEqual(changes, ['The circle was drawn as a polygon of 64 corners with the area of the circle.']);
    const degrees = 1_000_000 / 6371008.8 / (Math.PI / 180);
    // The corners lie a little beyond the circle, so that the polygon has its area.
    for (const reach of [50 - south, north - 50]) assert.ok(Math.abs(reach / degrees - 1.0008) < 1e-4, String(reach));
    assert.ok(Math.abs(east - 10 - (10 - west)) < 1e-6 && east - 10 > 1.5 * degrees);
  });

  it('is the same circle on a map from 0 to 360 as on others, even near the meridian of Greenwich', async () => {
    for (const [lon, east] of [[359.99, -0.01], [-359.99, 0.01], [360, 0], [200, -160]] as const) {
      const { description, wkt } = await readArea({ lat: 52, lon, radius: 5000 });
      const usual = await readArea({ lat: 52, lon: east, radius: 5000 });
      assert.ok(Math.abs(description.hectares / usual.description.hectares - 1) < 1e-6 && wkt.startsWith('POLYGON'), wkt);
      assert.ok(Math.abs(description.centroid[0] - east) < 1e-6, String(description.centroid));
      assert.deepEqual(description.changes, [...usual.description.changes, '1 longitude was beyond 180 degrees and was brought into -180 to 180.']);
    }
  });

  const refusals: [input: unknown, message: string][] = [
    [{ lat: 52, lon: 400, radius: 5000 }, 'Longitude 400.0730956 at the circle is not between -180 and 180. Give degrees on WGS 84, longitude first.'],
    [{ ...event, line: corners }, 'The drawing is a line, which has no area: draw a polygon, a rectangle or a circle.'],
    [{ type: 'interior', points: corners }, 'The ring is of the type interior, a hole: give its outer ring before it, as in {"area": [[outer ring], [hole]]}.'],
    [{ ...event, area: [] }, 'Expected positions in area of the drawing, but found an array of 0.'],
    [{ ...event, area: [{ lat: 1, lng: 2 }, { lat: 1 }] }, 'Expected {lat, lng} at area[1] of the drawing, but found an object with the field lat.'],
    [{ ...event, area: [[[1, 2]], 5] }, 'Expected positions in area[1] of the drawing, but found the number 5.'],
    [{ ...event, lat: 51, lon: 0, radius: [1, 2] }, 'An ellipse (a radius of two numbers) is not accepted: draw it as a polygon.'],
    [{ ...event, lat: 51, lon: 0, radius: -1 }, 'The radius is the number -1: give 0.1 metres or more, or leave it out for a point.'],
    [{ ...event, lat: 51, lon: 0, radius: 0.01 }, 'The radius is the number 0.01: give 0.1 metres or more, or leave it out for a point.'],
    [{ ...event, lat: 51, lon: 0, radius: 'wide' }, 'The radius is the text "wide": give 0.1 metres or more, or leave it out for a point.'],
    [{ ...event, lat: 51, lon: 500, radius: 5 }, 'Longitude 500.0000715 at the circle is not between -180 and 180. Give degrees on WGS 84, longitude first.'],
    [{ ...event, area: [[50, 5], [120, 6]] }, 'Latitude 120 at the box is not between -90 and 90. Give degrees on WGS 84.'],
    [{ lat: 86, lon: 0, radius: 444_500 }, 'The circle reaches 4.0 degrees far, over a pole: draw the area as a polygon.'],
    [{ ...event, lat: 51, lon: 0, radius: 1e7 }, 'The radius of 10000000 metres is above 5,000,000: draw the area as a polygon.'],
    [{ ...event, lat: 95, lon: 0, radius: 5 }, 'Latitude 95 of the circle is not between -90 and 90.'],
    [
      { ...event, area: [{ lat: 1, lng: 2 }, { lat: 2, lng: 2 }, { lat: 95, lng: 120 }] },
      'Latitude 95 at area[2] is not between -90 and 90. Give degrees on WGS 84.',
    ],
    [{ lat: 86, lon: 0, radius: 500_000 }, 'The circle reaches 4.5 degrees far, over a pole: draw the area as a polygon.'],
    [event, `Expected an array at coordinates of the Polygon, but found undefined.`],
  ];
  for (const [input, message] of refusals) {
    it(`is refused: ${JSON.stringify(input).slice(0, 200)}`, async () => {
      assert.equal(await refusal(input), message);
    });
  }

  for (const gone of [
    { action: 'delete', name: 'Jason', lat: 51, lon: -1, deleted: true },
    { action: 'drawdelete', name: 'Polygon1', deleted: true },
    { action: 'closePopup', name: 'Jason', lat: 51, lon: -1, popped: false },
    { action: 'file', name: 'field.gpx', type: '', lat: 51, lon: -1, content: Buffer.from('a;b') },
    { action: 'connected', parameters: {}, clientTimezone: 'UTC' },
    { action: 'disconnect', clients: 0 },
    { action: 'addlayer', name: 'soil' },
    { action: 'button', name: 'north', value: 1 },
  ]) {
    it(`is refused if the event of the map is about something else: ${gone.action}`, async () => {
      assert.match(await refusal(gone), new RegExp(`^The map event ${gone.action} is not an area: .+ with a switch node`));
    });
  }

  it('is read if it names an area, whatever its event is called', async () => {
    assert.equal(await wktOf({ action: 'button', lat: 52.1, lon: 4.9 }), 'POINT (4.9 52.1)');
  });

  it('is found in the content of a file that was dropped on the map, if that is one', async () => {
    const dropped = (content: string | Buffer): object => ({ action: 'file', name: 'field.geojson', type: '', lat: 51, lon: -1, content });
    for (const content of ['\ufeff{"type":"Polygon","coordinates":[]}', 'POLYGON ((5 52, 5.1 52, 5.1 52.1, 5 52))']) {
      assert.match(await refusal(dropped(Buffer.from(content))), /What looks like one is in content: choose it as the area \(as in msg\.payload\.content\)/);
    }
    assert.match(await refusal(dropped(Buffer.from('<gpx version="1.1"/>'))), /GPX/);
    assert.match(await refusal(dropped(Buffer.from('PK\x03\x04'))), /zip/);
  });

  it('is refused if it has more positions than anyone needs', async () => {
    assert.equal(await refusal({ ...event, area: new Array(2_000_001) }), 'The drawing has more than 2,000,000 positions. Simplify the area.');
  });
});
