import assert from 'node:assert/strict';
import { ExportedField } from './exported-field';
import { influxInstalled, InfluxServer } from './influx-server';
import { entrance, installed, ReceivingFlow, soilProfile, soilRead } from './receiving-flow';

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

describe('InfluxDB points, through the batch node of node-red-contrib-influxdb and a real server', function () {
  this.timeout(180_000);
  let field: ExportedField;
  let server: InfluxServer;
  let flow: ReceivingFlow;

  before(async function () {
    if (!influxInstalled()) {
      console.log('SKIPPED: points in a real InfluxDB. There is no InfluxDB here: apt-get install influxdb');
      this.skip();
    }
    field = await ExportedField.make();
    server = await InfluxServer.start('soil');
    flow = await ReceivingFlow.start(
      [
        { id: 'database', type: 'influxdb', hostname: '127.0.0.1', port: String(server.port), protocol: 'http', database: 'soil', usetls: false, influxdbVersion: '1.x' },
        entrance('records', 'read'),
        soilRead('read', 'influxdb', 'store'),
        entrance('profile', 'plain'),
        soilRead('plain', '', 'profile'),
        soilProfile('profile', 'influxdb', 'store'),
        // The batch node has no output: the Complete node tells when it is done.
        { id: 'store', type: 'influxdb batch', influxdb: 'database', precision: '', retentionPolicy: '', wires: [] },
        { id: 'stored', type: 'complete', scope: ['store'], uncaught: false, wires: [['count']] },
        { id: 'count', type: 'change', rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '{"read": soil.read}', tot: 'jsonata' }], wires: [['answer']] },
      ],
      installed('node-red-contrib-influxdb'),
      { database: { username: '', password: '' } },
    );
  });
  after(async () => {
    await flow?.remove();
    await server?.remove();
    await field?.remove();
  });

  it('stores each dated value at its date; no point overwrites another', async () => {
    const { read } = (await flow.post('records', { path: field.path })) as { read: { leftOut?: string[] } };
    const dated = field.records.filter(({ date, value }) => date !== null && value !== null);
    const undated = field.records.filter(({ date, value }) => date === null && value !== null);
    const empty = field.records.filter(({ value }) => value === null);
    assert.ok(empty.length > 0 && undated.length > 0);
    assert.deepEqual(read.leftOut, [`Records without a value: ${empty.length}.`, `Records without a date, which InfluxDB would take for new: ${undated.length}.`]);
    const points = await server.query('soil', 'SELECT * FROM soil');
    const line = (...fields: unknown[]): string => fields.map(text).join('|');
    const depth = (top: number | null, bottom: number | null): string => (top === null && bottom === null ? '' : `${text(top ?? '?')}-${text(bottom ?? '?')}`);
    const expected = dated.map((one) =>
      line(Date.parse(one.date!), one.value, one.dataset, one.property, one.originalName, one.method, one.unit, depth(one.depthTop, one.depthBottom), one.lon, one.lat, one.h3, one.licence),
    );
    const found = points.map((one) =>
      line(one['time'], one['value'] ?? one['class'], one['dataset'], one['property'], one['original_name'], one['method'], one['unit'], one['depth'], one['lon'], one['lat'], one['h3'], one['licence']),
    );
    assert.ok(found.length > 50);
    assert.deepEqual(found.sort(), [...new Set(expected)].sort());
  });

  it('stores the slices of a profile', async () => {
    await flow.post('profile', { path: field.path });
    const points = await server.query('soil', 'SELECT * FROM soil_profile');
    assert.equal(points.length, field.slices.length);
    const clay = field.slices.find(({ property, mean }) => property === 'Clay' && mean !== null)!;
    const found = points.find(({ property, method, unit, lon, lat }) => property === 'Clay' && method === clay.method && text(unit) === text(clay.unit) && lon === text(clay.lon) && lat === text(clay.lat));
    assert.deepEqual([found?.['mean'], found?.['n'], found?.['depth']], [clay.mean, clay.n, '0-30']);
  });
});
