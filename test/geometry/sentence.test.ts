import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { GeometryError } from '../../src/geometry/geometry-error';
import { inWords } from '../../src/geometry/in-words';
import { ownLetters, placeWords, type ShownPlace } from '../../src/geometry/place-words';
import { readArea } from '../../src/geometry/read-area';
import { counted, inEnglish, sentence, type Sentence } from '../../src/geometry/sentence';
import { SENTENCES } from '../../src/geometry/sentences';

const room = path.resolve(__dirname, '..', '..', 'src', 'geometry');

/** What is left of a sentence that went through JSON, as between Node-RED and its editor. */
const sent = (said: Sentence): Sentence => JSON.parse(JSON.stringify(said)) as Sentence;

describe('A sentence', () => {
  it('is said in English with its values put in, and begins with a capital', () => {
    const ring = sentence('holeOf', { hole: 1, polygon: 2 });
    assert.equal(inEnglish(sentence('holeOutside', { ring, other: sentence('outerRing'), place: { latitude: 2.5, longitude: -1 } })), 'Hole 1 of polygon 2 does not lie inside the outer ring, at 2.5N 1W. Move the hole, or make it a polygon.');
  });

  it('names a place beyond the antimeridian as it is usually named, without rounding errors', () => {
    const words = (longitude: number): string => placeWords({ latitude: -10.1, longitude }, { east: 'E', west: 'W' }, String);
    assert.deepEqual([250.2, -190.3, 180, 360].map(words), ['10.1S 109.8W', '10.1S 169.7E', '10.1S 180E', '10.1S 0E']);
  });

  it('names the side of a place with the last letter given, which is that of the language itself', () => {
    assert.deepEqual(ownLetters({ east: 'EO', west: 'W' }), { east: 'O', west: 'W' });
    assert.deepEqual(ownLetters({ east: 'E', west: 'WO' }), { east: 'E', west: 'O' });
  });

  it('is said in another language by its key, including its phrases', () => {
    const german: Record<string, string> = {
      holeOutside: '__other__ umschließt __ring__ bei __place__ nicht.',
      hole: 'Loch __hole__',
      outerRing: 'der äußere Ring',
      tooLarge: '__area__ km² sind mehr als __limit__ km².',
    };
    const fill = (key: string, values: Record<string, string | number>): string => Object.entries(values).reduce((text, [name, value]) => text.replace(`__${name}__`, String(value)), german[key] ?? '');
    const degrees = (value: number): string => value.toLocaleString('de');
    const write = { figure: degrees, place: (place: ShownPlace) => placeWords(place, { east: 'O', west: 'W' }, degrees) };
    const said = sentence('holeOutside', { ring: sentence('hole', { hole: 1 }), other: sentence('outerRing'), place: { latitude: -2.5, longitude: 190 } });
    assert.equal(inWords(sent(said), fill, write), 'Der äußere Ring umschließt Loch 1 bei 2,5S 170W nicht.');
    const large = sentence('tooLarge', { area: { figure: 34_167_935 }, limit: { figure: 30_000_000 } });
    assert.equal(inWords(sent(large), fill, write), '34.167.935 km² sind mehr als 30.000.000 km².');
    assert.equal(inEnglish(large), 'The area of 34,167,935 km² is above the 30,000,000 km² that the service takes. Divide it.');
  });

  it('may have several phrases in a row', () => {
    const found = [sentence('numberValue', { value: '4' }), sentence('emptyText')];
    assert.equal(inEnglish(sentence('boxNumbers', { found })), 'The box [west, south, east, north] needs four numbers, but found the number 4, an empty text.');
  });

  it('puts values in as they are, even those that look like a placeholder', () => {
    assert.equal(inEnglish(sentence('noNumbers', { where: '__type__', type: '$&', longitude: '__latitude__', latitude: '5' })), 'Expected two numbers at __type__ of the $&, but found __latitude__ and 5.');
  });

  it('distinguishes one and many', () => {
    assert.equal(inEnglish(counted(1, 'ringClosed', 'ringsClosed')), '1 ring was closed with its first position.');
    assert.equal(inEnglish(counted(2, 'ringClosed', 'ringsClosed')), '2 rings were closed, each with its first position.');
  });

  it('exists for every refusal, and says the same after going through JSON', async () => {
    const inputs: unknown[] = [null, undefined, 10n, Symbol('x'), () => 1, new Uint8Array(2), '', ' ', 'POINT (1', 'POINT (', 'CIRCLE (1)', 'POINT EMPTY', 'SRID=1;POINT (1 2)', 'POINT (1e999 50)', 'POINT Z (1 2)'];
    inputs.push({ type: 'Point', coordinates: [NaN, Infinity] }, { lat: Infinity, lon: 1 }, { lat: 91, lon: 1 }, [1, 2], [1, 2, 'x', null], [1, 3, 2, 2], '{', { type: 'LineString' }, { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 });
    inputs.push('POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))', 'POLYGON ((0 0,4 0,4 4,0 4,0 0),(5 5,6 5,6 6,5 5))', 'MULTIPOLYGON (((0 0,4 0,4 4,0 4,0 0)),((5 5,6 6,5 5)))', [-180, -90, 180, 90]);
    for (const input of inputs) {
      const error: unknown = await readArea(input).then(() => assert.fail(String(input)), (thrown: unknown) => thrown);
      assert.ok(error instanceof GeometryError, String(error));
      assert.equal(inEnglish(sent(error.sentence)), error.message);
      assert.doesNotMatch(error.message, /__\w+__|undefined of|\[object/);
    }
  });

  it('exists for every repair', async () => {
    const { changes, description } = await readArea('MULTIPOLYGON Z (((0 0 1, 0 1.123456789 1, 1 1 1, 1 1 1, 1 0 1)), ((0.2 0.2 0, 0.4 0.2 0, 0.4 0.4 0, 0.2 0.2 0)), ((200 0 0, 201 0 0, 201 1 0, 200 0 0)))');
    assert.ok(changes.length >= 6, description.changes.join('\n'));
    assert.deepEqual(changes.map(sent).map(inEnglish), description.changes);
  });
});

describe('The sentences of the engine', () => {
  it('are all used', () => {
    const text = readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && name !== 'sentences.ts')
      .map((name) => readFileSync(path.join(room, name), 'utf8'))
      .join('\n');
    // A few keys are composed: latitudeRange and longitudeRange, as they are and with an ending.
    const composed = /^(?:latitude|longitude)(?=Range|InMetres)/;
    const unused = Object.keys(SENTENCES).filter((key) => !text.includes(`'${key}'`) && !text.includes(`\${wrong}${key.replace(composed, '')}\``));
    assert.deepEqual(unused, []);
  });
});
