import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { licencesOf } from '../../nodes/runtime/settings/licence-setting';
import { noValueSetting } from '../../nodes/runtime/settings/no-value-setting';
import { numberSetting } from '../../nodes/runtime/settings/number-setting';
import { queryOf } from '../../nodes/runtime/settings/query-settings';
import { AREA_TYPES, isLiteralArea } from '../../nodes/soil-area/area-types';
import { regionSetting } from '../../nodes/soil-area/region-setting';
import { OUTPUTS as DATA_OUTPUTS } from '../../nodes/soil-data/choices';
import { RESOURCES, SELECTIONS } from '../../nodes/soil-discover/choices';
import { selectItems } from '../../nodes/soil-discover/selection';
import { TARGETS, WHERE_IT_EXISTS } from '../../nodes/soil-download/choices';
import { GROUPS } from '../../nodes/soil-profile/choices';
import { methodNamesSetting } from '../../nodes/soil-profile/method-names-setting';
import { unitsSetting } from '../../nodes/soil-profile/units-setting';
import { OUTPUTS as READ_OUTPUTS, PATH_TYPES } from '../../nodes/soil-read/choices';
import { BATCH } from '../../nodes/soil-read/limits';
import { finiteNumber } from '../../src/foreign/foreign-value';
import { readArea } from '../../src/geometry/read-area';
import { depthSlices, SLICE_CHOICES } from '../../src/profiles/depth-slice';
import { JOB_KINDS } from '../../src/service/job';
import { readSoilQuery } from '../../src/service/read-query';
import { MODES } from '../../src/service/service-mode';
import { checkServiceSettings, DATASETS_FIELDS, SETTING_LIMITS } from '../../src/service/service-settings';
import { RunningFlow } from '../nodes/flow';
import { loadDefinitions, takerOf, type Rule } from './definitions';

/** Required, not imported: their types are those of the editor, which are not known here. */
const { emailRule, numberRule, regionRule } = require('../../nodes/editor/fields/validation') as {
  emailRule: () => Rule;
  regionRule: () => Rule;
  numberRule: (limits: { low: number; high: number }) => Rule;
};
const { credentialRule } = require('../../nodes/editor/services/service-address') as { credentialRule: () => Rule };
const { areaRule } = require('../../nodes/editor/area-text') as { areaRule: () => Rule };
const { matchRule } = require('../../nodes/editor/fields/chosen') as { matchRule: () => Rule };
const { entriesRule } = require('../../nodes/editor/fields/entry-list') as { entriesRule: (list: object) => Rule };
const { METHOD_NAMES, UNITS } = require('../../nodes/editor/dialogs/profile-dialog') as Record<'METHOD_NAMES' | 'UNITS', object>;
const { ownSlicesRule } = require('../../nodes/editor/fields/depth-slices') as { ownSlicesRule: () => Rule };

const definitions = loadDefinitions();
const isTakenIn = takerOf(definitions);

function isTaken(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

describe('A rule of a dialog accepts what the runtime accepts', () => {
  before(() => void Object.assign(globalThis, { RED: { _: (key: string) => key, editor: { getEditStack: () => [] } } }));
  after(() => void delete (globalThis as { RED?: unknown }).RED);

  const emails = ['', 'me', 'me@example.com', 'me@b.c', 'me@localhost', 'me@exämple.com', 'me@example.', 'a(b)@example.com', 'a;b@example.com', 'a@b@example.com'];
  for (const email of emails) {
    it(`of the e-mail address ${JSON.stringify(email)}`, () => {
      const node = { type: 'soil-submit', _def: { defaults: {} } };
      assert.equal(emailRule().call(node, email, {}) === true, isTaken(() => readSoilQuery({ email })));
    });
  }

  for (const region of ['', '  ', undefined, null, '3.3, 50.7, 7.3, 53.6', '[176,-21,-178,-12]', '1,2,3', '53.6,3.3,50.7,7.3', 5, true, [3, 50, 7, 53]]) {
    it(`of the region ${JSON.stringify(region)}`, () => {
      const node = { type: 'soil-area', _def: { defaults: {} } };
      assert.equal(regionRule().call(node, region, {}) === true, isTaken(() => regionSetting(region)));
    });
  }

  const many = Array.from({ length: 201 }, (_, top) => `${top}-${top + 1}`).join();
  for (const slices of ['', '0-10', ' 0 - 10 , 10-30.5', '10-10', '30-10', '0-10,', '0-10; 10-30', '-5-10', '-0-10', '0–10 cm, 10 - 30cm', '0-10 mm', many]) {
    it(`of the depths ${JSON.stringify(slices.slice(0, 20))}`, () => {
      const node = { type: 'soil-profile', slices: 'own', _def: { defaults: {} } };
      assert.equal(ownSlicesRule().call(node, slices, {}) === true, isTaken(() => depthSlices('own', slices)));
    });
  }

  for (const units of [
    [],
    [{ property: 'clay', unit: '%' }],
    [{ property: 'clay', unit: '%', missing: 'g/kg' }],
    [{ property: 'clay', unit: '%', missing: ' ' }],
    [{ property: 'clay', unit: '%', missing: 'pH' }],
    [{ property: 'clay', unit: '%', missing: 'handfuls' }],
    [{ property: 'Coarse fragments', unit: 'vol%', missing: '%' }],
    [{ property: 'clay', missing: '%' }],
    [{ property: ' ', unit: '%' }],
    [{}],
    [7],
  ]) {
    it(`of the units ${JSON.stringify(units)}`, () => {
      const node = { type: 'soil-profile', _def: { defaults: {} } };
      assert.equal(entriesRule(UNITS).call(node, units, {}) === true, isTaken(() => unitsSetting(units)));
    });
  }

  const TWICE = ['pipette', 'Pipette', 'sieve'].map((as) => [{ method: 'CLPC', as: 'pipette' }, { method: 'SAND', as: 'sieve' }, { method: ' clpc ', as }]);
  for (const names of [[], [{ method: 'CLPC', as: 'pipette' }], [{ method: 'CLPC' }], [{ method: 'CLPC', as: ' ' }], [null], ...TWICE]) {
    it(`of the names of methods ${JSON.stringify(names)}`, () => {
      const node = { type: 'soil-profile', _def: { defaults: {} } };
      assert.equal(entriesRule(METHOD_NAMES).call(node, names, {}) === true, isTaken(() => methodNamesSetting(names)));
    });
  }

  for (const [line, isRight] of [['-9999', true], ['-9999,0', true], ['-9,999', false], ['\u22129,999', false], ['-9999, -8888', false], ['-1,234,567', true], ['a, b', true]] as const) {
    it(`of the missing value ${line}`, () => {
      assert.deepEqual([isTakenIn('soil-read', 'noValues', [line]), isTaken(() => noValueSetting([line]))], [isRight, isRight]);
    });
  }

  for (const [value, isService, isSignIn, isAudience] of [
    ['${HOST}', true, true, true],
    ['https://api.example.com', true, true, true],
    ['https://auth.example.com/oauth/token', false, true, true],
    ['https://${HOST}/v1', false, false, false],
    ['${A}/${B}', false, false, false],
    [' ${HOST}', false, false, false],
    ['api.example.com', false, false, true],
  ] as const) {
    it(`of the addresses of a service: ${value}, if a variable is the whole value`, () => {
      const service = { baseUrl: 'https://api.example.com', authUrl: 'https://auth.example.com', clientId: 'me', clientSecret: 'secret' };
      /** What Node-RED makes of it. */
      const atStart = value === '${HOST}' ? 'https://host.example' : value;
      for (const [setting, isRight] of [['baseUrl', isService], ['authUrl', isSignIn], ['audience', isAudience]] as const) {
        assert.deepEqual([isTakenIn('soil-service', setting, value, { mode: 'service' }), isTaken(() => checkServiceSettings({ ...service, [setting]: atStart }))], [isRight, isRight], setting);
      }
    });
  }

  for (const number of [' 12.5 ', '1e3', '', 'many', '0x10', true, [5], 12]) {
    it(`of the number ${JSON.stringify(number)}`, () => {
      const node = { type: 'soil-wait', _def: { defaults: {} } };
      assert.equal(numberRule({ low: 0, high: 1e6 }).call(node, number, {}) === true, finiteNumber(number) !== undefined);
    });
  }

  for (const [setting, { low, high }] of Object.entries(SETTING_LIMITS)) {
    const values = [-1, 0, low / 2, low, (low + high) / 2 + 0.25, Math.floor((low + high) / 2), high, high + 1];
    it(`of the ${setting} of a service: ${values.join(', ')}`, () => {
      const service = { baseUrl: 'https://api.example.com', authUrl: 'https://auth.example.com', clientId: 'me', clientSecret: 'secret' };
      for (const value of values.map(String)) {
        assert.equal(isTakenIn('soil-service', setting, value), isTaken(() => checkServiceSettings({ ...service, [setting]: value })), value);
      }
      assert.deepEqual([low, high].map((end) => isTakenIn('soil-service', setting, end)), [true, true]);
    });
  }

  const listed: [type: string, settings: Record<string, readonly string[]>][] = [
    ['soil-service', { mode: MODES, datasetsField: DATASETS_FIELDS }],
    ['soil-discover', { resource: RESOURCES, select: SELECTIONS }],
    ['soil-data', { output: DATA_OUTPUTS }],
    ['soil-submit', { kind: JOB_KINDS }],
    ['soil-download', { to: TARGETS, exists: WHERE_IT_EXISTS }],
    ['soil-read', { output: READ_OUTPUTS }],
    ['soil-profile', { slices: SLICE_CHOICES, group: GROUPS }],
  ];
  for (const [type, settings] of listed) {
    for (const [setting, choices] of Object.entries(settings)) {
      it(`of the choices of ${setting} in ${type}, whose first is that of a new node, and which its dialog has`, () => {
        for (const choice of choices) assert.equal(isTakenIn(type, setting, choice, { mode: 'service' }), true, choice);
        for (const other of [`${choices[0]}s`, 'none of them', 5]) assert.equal(isTakenIn(type, setting, other, { mode: 'service' }), false, String(other));
        assert.equal(definitions.get(type)?.defaults[setting]?.value, choices[0]);
        const dialog = readFileSync(path.resolve(__dirname, '..', '..', 'nodes', type, 'editor.html'), 'utf8');
        const menu = new RegExp(`<select id="node-(?:config-)?input-${setting}"[^]*?</select>`).exec(dialog)?.[0] ?? '';
        assert.deepEqual([...menu.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value).sort(), [...choices].sort());
      });
    }
  }

  for (const [type, field, menu, types] of [['soil-area', 'area', 'areaType', AREA_TYPES], ['soil-read', 'from', 'fromType', PATH_TYPES]] as const) {
    it(`of the menu of the ${field} of ${type}`, () => {
      Object.assign((globalThis as unknown as { RED: object }).RED, { utils: { validateTypedProperty: () => true } });
      for (const unknown of ['MSG', 'nowhere']) assert.equal(isTakenIn(type, field, 'payload', { [menu]: unknown }), false, unknown);
      const texts: Record<string, string> = { wkt: 'POINT (5 52)', geojson: '{}', map: '{"type":"Point","coordinates":[5,52]}' };
      for (const known of types) assert.equal(isTakenIn(type, field, texts[known] ?? 'payload', { [menu]: known }), true, known);
    });
  }

  it('of a variable with white space around it, which Node-RED does not replace', () => {
    Object.assign((globalThis as unknown as { RED: object }).RED, { utils: { validateTypedProperty: () => true } });
    const here: [type: string, setting: string, others?: object][] = [['soil-area', 'area', { areaType: 'wkt' }], ['soil-area', 'area'], ['soil-read', 'from'], ['soil-discover', 'matchType', { select: 'match' }]];
    for (const [type, setting, others] of here) assert.deepEqual(['${A}', '${A} '].map((value) => isTakenIn(type, setting, value, others)), [true, false], `${type}.${setting}`);
    for (const [value, isRight] of [['${A}', true], [' ${A}', false]] as const) {
      assert.equal(credentialRule().call({ type: 'soil-service', mode: 'service', _def: { defaults: {} } }, value, {}) === true, isRight, value);
    }
  });

  it('of a credential: blanks alone are none', () => {
    const service = { baseUrl: 'https://api.example.com', authUrl: 'https://auth.example.com', clientSecret: 'secret' };
    for (const clientId of ['', ' ', 'me', ' me ', 5]) {
      const isRight = credentialRule().call({ type: 'soil-service', mode: 'service', _def: { defaults: {} } }, clientId, {}) === true;
      assert.equal(isRight, isTaken(() => checkServiceSettings({ ...service, clientId })), JSON.stringify(clientId));
    }
  });

  it('of a missing path: msg.payload has one; otherwise the path itself, or its variable, is needed', () => {
    for (const [fromType, isGood] of [['msg', true], ['', true], ['str', false], ['env', false]] as const) {
      for (const empty of ['', ' ']) assert.equal(isTakenIn('soil-read', 'from', empty, { fromType }), isGood, fromType);
    }
  });

  for (const [percent, isPercent] of [['0', true], ['0.9', false], ['0.001', false], ['1', true], ['1.5', true], ['90', true], ['100', true], ['100.1', false]] as const) {
    it(`of the minimum coverage ${percent}: in percent, not as a share of 1`, async () => {
      assert.equal(isTakenIn('soil-profile', 'minCoverage', percent), isPercent);
      const flow = await RunningFlow.start([{ id: 'node', type: 'soil-profile', minCoverage: percent, wires: [['out']] }, { id: 'out', type: 'helper' }]);
      try {
        flow.send('node', { payload: [] });
        assert.equal(await flow.message('out').then(() => true, () => false), isPercent);
      } finally {
        await flow.stop();
      }
    });
  }

  const lists: [list: unknown, isTaken: boolean][] = [
    ...[[1, '2', ' 3 '], [{ identifier: 4, name: 'Clay' }], '5, 6', 7, ['${SOIL_TEST_IDENTIFIER}']].map((list): [unknown, boolean] => [list, true]),
    ...[['clay'], ['-5'], ['0x10'], ['1e3'], [1.5], [-1], -1, [true], [[1]], [{ name: 'Clay' }], [{ identifier: 'clay' }], '5,clay', '5,', { all: true }, true].map((list): [unknown, boolean] => [list, false]),
  ];
  /** As Node-RED does before a node is made. */
  const atStart = (list: unknown): unknown => JSON.parse(JSON.stringify(list).replaceAll('${SOIL_TEST_IDENTIFIER}', '8'));
  for (const [list, isRight] of lists) {
    it(`of the list of identifiers ${JSON.stringify(list)}`, () => {
      for (const setting of ['spatialFilters', 'soilProperties', 'datasets']) {
        for (const type of ['soil-data', 'soil-submit']) assert.equal(isTakenIn(type, setting, list), isRight, `${type}.${setting}`);
        assert.equal(isTaken(() => queryOf({}, { [setting]: atStart(list) })), isRight, setting);
      }
      assert.equal(isTakenIn('soil-discover', 'chosen', list, { select: 'chosen' }), isRight);
      assert.equal(isTaken(() => selectItems([], { select: 'chosen', chosen: atStart(list) })), isRight);
    });
  }

  it('of a list with empty entries: in a choice from what is found, they are skipped; in a request, they would widen it', () => {
    for (const list of [['', 3], [null, 3], [{ identifier: '', name: '' }, 3]]) {
      assert.deepEqual([isTakenIn('soil-discover', 'chosen', list, { select: 'chosen' }), isTaken(() => selectItems([], { select: 'chosen', chosen: list }))], [true, true]);
      assert.deepEqual([isTakenIn('soil-data', 'datasets', list), isTaken(() => queryOf({}, { datasets: list }))], [false, false], JSON.stringify(list));
    }
  });

  for (const [types, isRight] of [[[], true], ['point, raster', true], [['raster', 'line-2'], true], [['poi nt'], false], [[5], false], [{ point: true }, false], ['point,', false]] as const) {
    it(`of the data types ${JSON.stringify(types)}`, () => {
      for (const type of ['soil-data', 'soil-submit']) assert.equal(isTakenIn(type, 'gisDataTypes', types), isRight, type);
      assert.equal(isTaken(() => queryOf({}, { gisDataTypes: types })), isRight);
    });
  }

  for (const [licences, isRight] of [[[], true], ['CC0-1.0, CC-BY-4.0', true], [['CC0-1.0'], true], [['', 'CC0-1.0'], true], ['CC0-1.0,,CC-BY-4.0', false], [[5], false], [{ all: true }, false], [true, false]] as const) {
    it(`of the licences ${JSON.stringify(licences)}`, () => {
      for (const type of ['soil-data', 'soil-read']) assert.equal(isTakenIn(type, 'licences', licences), isRight, type);
      assert.equal(isTaken(() => licencesOf(licences)), isRight);
    });
  }

  it('of a whole number: 1.000, a thousand in German, is not taken for one', () => {
    for (const [batch, isRight] of [['1000', true], ['1.000', false], ['1.000.000', false], ['1,000', false], ['1.0', true], [1000, true]] as const) {
      const isRead = isTaken(() => numberSetting('In batches of', batch, 0, BATCH));
      assert.deepEqual([isTakenIn('soil-read', 'batch', batch), isRead], [isRight, isRight], String(batch));
    }
  });

  it('of a year and of an identifier, which are digits: 2e3 is neither', () => {
    for (const [year, isRight] of [['2000', true], [' 2000 ', true], [2000, true], ['2e3', false], ['+2000', false], ['2000.0', false]] as const) {
      for (const setting of ['startYear', 'endYear']) assert.deepEqual([isTakenIn('soil-data', setting, year), isTaken(() => readSoilQuery({ [setting]: year }))], [isRight, isRight], String(year));
      assert.equal(isTakenIn('soil-discover', 'datasetId', year, { resource: 'dataset' }), isRight, String(year));
    }
  });

  const areas = [
    ...['POINT (5 52)', 'point z (5 52 1)', 'POLYGONZ ((5 52 1, 6 52 1, 6 53 1, 5 52 1))', 'SRID=4326;MULTIPOINT M (5 52 1)', 'GEOMETRYCOLLECTION (POINT (5 52), POINT (6 52))'],
    ...['POLYGON ((5 51, 5', 'POLYGON ((5 51, 6 51, 6 52, 5 51)', 'POINT (5 52))', 'POINT (5,52)', 'POINT EMPTY', 'SRID=4258;POINT (5 52)', '\ufeffPOINT (5 52)'],
    ...['<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT (5 52)', '<http://www.opengis.net/def/crs/EPSG/0/4326> POINT (52 5)', '<p>POINT (5 52)</p>'],
    ...['8a1969c9b2e7fff', '0x8a1969c9b2e7fff', '621943782560858111', '123456789012345678', '[5, 51, 6, 52]', '5.6, 51.9, 5.7, 52', 'BOX(5 51,6 52)', 'LINESTRING (5 52, 6 52)', 'POINTS (5 52)', 'Wageningen', '5, 52'],
    ...['{"type": "Point", "coordinates": [5, 52]}', '{"type": "Point", ', '"POINT (5 52)"', '{"lat": 52, "lon": 5}'],
  ];
  for (const area of areas) {
    it(`of the area ${area}, whichever of the three forms its type names`, async () => {
      const isRead = await readArea(area).then(() => true, () => false);
      for (const areaType of AREA_TYPES.filter(isLiteralArea)) {
        assert.equal(areaRule().call({ type: 'soil-area', areaType, _def: { defaults: {} } }, area, {}) === true, isRead, areaType);
      }
    });
  }

  for (const area of ['CURVEPOLYGON (CIRCULARSTRING (5 51, 6 52, 7 51, 6 50, 5 51))', 'MultiSurface Z empty']) {
    it(`or says what makes polygons of an area with arcs: ${area}`, () => {
      assert.match(String(areaRule().call({ type: 'soil-area', areaType: 'wkt', _def: { defaults: {} } }, area, {})), /geometry\.wktTypeCurved/);
    });
  }

  for (const [matchName, matchType, isGiven] of [['', '', false], [' , ', ' ', false], ['clay', '', true], ['', 'PhysicalProperty', true]] as const) {
    it(`of what matches the name ${JSON.stringify(matchName)} and the type ${JSON.stringify(matchType)}: with neither, everything would match`, () => {
      const node = { type: 'soil-discover', resource: 'datasets', select: 'match', matchType, _def: { defaults: {} } };
      assert.equal(matchRule().call(node, matchName, {}) === true, isGiven);
      for (const unused of [{ resource: 'dataset' }, { select: 'all' }]) assert.equal(matchRule().call({ ...node, ...unused }, matchName, {}), true);
    });
  }
});
