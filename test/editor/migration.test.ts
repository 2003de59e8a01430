import assert from 'node:assert/strict';

type Settings = Record<string, unknown>;
type Migrate = (node: Settings) => void;

/** Required, not imported: its types are those of the editor, which are not known here. */
const { migrate } = require('../../nodes/editor/migration') as { migrate: Migrate };

/** A node as it comes into the editor, brought up to date. */
function migrated(type: string, settings: Settings, defaults: Settings = {}): Settings {
  const _def = { defaults: Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, { value }])) };
  const node: Settings = { type, ...settings, _def };
  migrate(node);
  delete node['_def'];
  return node;
}

describe('A node that comes into the editor', () => {
  it('has the default of each setting that it lacks', () => {
    const units: unknown[] = [];
    const node = migrated('soil-profile', { group: 'h3' }, { group: 'area', units });
    assert.deepEqual(node, { type: 'soil-profile', group: 'h3', units: [] });
    assert.notEqual(node['units'], units);
  });

  it('has the defaults of what a program wrote as null, as the runtime reads it', () => {
    const defaults = { timeout: 60, proxy: '', licences: [] };
    assert.deepEqual(migrated('soil-service', { mode: null, timeout: null, proxy: null, licences: null }, defaults), { type: 'soil-service', mode: 'sandbox', ...defaults });
  });

  it('has its area on one line, as the field of a dialog has it: without the line break, 5 and 52 would be 552', () => {
    for (const [written, read] of [['POINT (5\n52)', 'POINT (5 52)'], ['{\r\n  "type": "Point" }', '{   "type": "Point" }'], ['payload', 'payload']] as const) {
      assert.equal(migrated('soil-area', { area: written }, { area: 'payload' })['area'], read);
    }
  });

  it('has its area as text, which a field can show, if it was written as GeoJSON or a box', () => {
    for (const area of [{ type: 'Point', coordinates: [5, 52] }, [5, 52, 6, 53]]) {
      assert.equal(migrated('soil-area', { area, areaType: 'geojson' }, { area: 'payload' })['area'], JSON.stringify(area));
    }
  });

  it('uses the sandbox only if it has no address', () => {
    for (const [settings, mode] of [[{}, 'sandbox'], [{ baseUrl: '', authUrl: '' }, 'sandbox'], [{ baseUrl: 'https://api.example.com' }, 'service'], [{ mode: 'sandbox', authUrl: 'https://a.example' }, 'sandbox'], [{ mode: '' }, '']] as const) {
      assert.equal(migrated('soil-service', settings, { mode: 'sandbox' })['mode'], mode, JSON.stringify(settings));
    }
  });

  it('has its flags as booleans, which a checkbox can show, and an environment variable unchanged', () => {
    for (const [written, read] of [['true', true], [' False ', false], ['', true], [null, true], [false, false], ['${REUSE}', '${REUSE}']] as const) {
      assert.equal(migrated('soil-submit', { reuse: written }, { reuse: true })['reuse'], read, String(written));
    }
  });

  it('has an empty list if that was written as an empty text', () => {
    for (const [written, read] of [['', []], [['CC0-1.0'], ['CC0-1.0']], ['${LICENCES}', '${LICENCES}']] as const) {
      assert.deepEqual(migrated('soil-read', { licences: written }, { licences: [] })['licences'], read, String(written));
    }
  });

  it('has the default of a choice and a number that was written as an empty text, as the runtime reads it: a menu would show nothing', () => {
    assert.deepEqual(migrated('soil-submit', { kind: '', email: '' }, { kind: 'geometry', email: '' }), { type: 'soil-submit', kind: 'geometry', email: '' });
    assert.deepEqual(migrated('soil-wait', { timeout: '', maxPoll: 0 }, { timeout: 1440, maxPoll: 60 }), { type: 'soil-wait', timeout: 1440, maxPoll: 0 });
  });

  it('does not take the payload for a missing path: it would be the name of a file', () => {
    assert.equal(migrated('soil-read', { fromType: 'str', from: '' }, { from: 'payload', fromType: 'msg' })['from'], '');
  });

  it('has no wires at an output that it no longer has', () => {
    const defaults = { area: 'payload', splitBySize: false };
    assert.deepEqual(migrated('soil-area', { wires: [['small'], ['large']] }, defaults)['wires'], [['small']]);
    assert.deepEqual(migrated('soil-area', { splitBySize: true, wires: [['small'], ['large']] }, defaults)['wires'], [['small'], ['large']]);
  });

  it('has two outputs if it may send to two: even if an environment variable decides that later', () => {
    for (const [splitBySize, outputs] of [[true, 2], [false, 1], [undefined, 1], ['true', 2], ['false', 1], [' False ', 1], ['', 1], ['${SPLIT}', 2]] as const) {
      assert.equal(migrated('soil-area', { splitBySize, outputs: 3 - outputs }, { area: 'payload', splitBySize: false })['outputs'], outputs, String(splitBySize));
    }
  });
});
