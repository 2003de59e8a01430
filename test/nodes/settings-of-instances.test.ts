import assert from 'node:assert/strict';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { RunningFlow, type FlowNode } from './flow';

/** The variables that a subflow shows in the dialog of each instance. */
const VARIABLES = ['URL', 'TOKEN_URL', 'ID', 'SECRET', 'PROPERTIES', 'UNITS', 'SLICES'];

const variable = (name: string, value: unknown, type = 'str'): object => ({ name, type, value });

describe('A subflow around soil nodes, as docs/unattended.md says', () => {
  let sandboxes: Sandbox[];
  let flow: RunningFlow;
  before(async () => {
    sandboxes = [await startSandbox({ clientId: 'north', clientSecret: 'of north' }), await startSandbox({ clientId: 'south', clientSecret: 'of south' })];
  });
  after(async () => {
    await flow.stop();
    for (const sandbox of sandboxes) await sandbox.close();
  });

  function instance(id: string, { baseUrl, authUrl }: Sandbox, settings: object[]): FlowNode {
    const account = [variable('URL', baseUrl), variable('TOKEN_URL', authUrl), variable('ID', id), variable('SECRET', '', 'cred')];
    return { id, type: 'subflow:soil', env: [...account, ...settings], wires: [['out']] };
  }

  it('takes settings, lists and the account of a service from each instance', async () => {
    const [north, south] = sandboxes as [Sandbox, Sandbox];
    flow = await RunningFlow.start(
      [
        { id: 'soil', type: 'subflow', name: 'soil', in: [{ x: 1, y: 1, wires: [{ id: 'data' }] }], out: [{ x: 1, y: 1, wires: [{ id: 'profile', port: 0 }] }], env: VARIABLES.map((name) => variable(name, '')) },
        { id: 'account', type: 'soil-service', z: 'soil', mode: 'service', baseUrl: '${URL}', authUrl: '${TOKEN_URL}' },
        { id: 'data', type: 'soil-data', z: 'soil', service: 'account', soilProperties: '${PROPERTIES}', wires: [['profile']] },
        { id: 'profile', type: 'soil-profile', z: 'soil', slices: '${SLICES}', units: '${UNITS}', wires: [[]] },
        instance('north', north, [variable('PROPERTIES', '[201, 202]', 'json'), variable('UNITS', '[{"property": "Clay", "unit": "g/kg"}]', 'json'), variable('SLICES', '0-30')]),
        instance('south', south, [variable('PROPERTIES', '201'), variable('SLICES', '0-20-50')]),
        { id: 'out', type: 'helper' },
      ],
      { credentials: { account: { clientId: '${ID}', clientSecret: '${SECRET}' }, north: { SECRET: 'of north' }, south: { SECRET: 'of south' } } },
    );
    for (const [at, { id, url, found }] of [
      { id: 'north', url: north.baseUrl, found: ['Clay g/kg 0-30', 'pH pH 0-30'] },
      { id: 'south', url: south.baseUrl, found: ['pH pH 0-20', 'pH pH 20-50'] },
    ].entries()) {
      flow.send(id, { soil: { query: { geometry: 'POINT (5.6 51.95)', gisDataTypes: ['raster'] } } });
      const { payload, soil } = await flow.message<SoilMessage & { soil: { service: string } }>('out', at);
      const rows = payload as { property: string; unit: string; depthTop: number; depthBottom: number }[];
      assert.equal(soil.service, url);
      assert.deepEqual(rows.map(({ property, unit, depthTop, depthBottom }) => `${property} ${unit} ${depthTop}-${depthBottom}`), found);
    }
  });
});
