import assert from 'node:assert/strict';
import { zipOf } from '../download/download-scenario';
import { loadDefinitions, type Definition } from '../editor/definitions';
import { until } from '../time/until';
import { RunningFlow, type CaughtMessage, type FlowNode } from './flow';
import { sendJson, ServiceStandIn } from './service-stand-in';

type Settings = Record<string, unknown>;

/** Required, not imported: its types are those of the editor, which are not known here. */
const { migrate } = require('../../nodes/editor/migration') as { migrate: (node: object) => void };

const GEOMETRY = 'POLYGON ((5.600 51.950, 5.602 51.950, 5.602 51.952, 5.600 51.952, 5.600 51.950))';

/** What a program or a person may write in the place of any setting; no variable, which the runtime alone knows. */
const VALUES: unknown[] = [
  ...[undefined, null, '', 0, '0', -1, 5, ' 5 ', '5,5', 5.5, '1e3', '5.', 'NaN', '0x10', 2000, '2000', 1e21, '9'.repeat(17), '٣'],
  ...[true, false, 'TRUE', ' false ', 'no', '1', 'a', 'a, b', 'a,', '1,2', '1,,2', 'a ${PART}', ' payload ', '日本', 'x'.repeat(300)],
  ...[[], [''], [null], [1], ['1'], [1.5], [true], [{}], ['a', 'b'], ['a', ''], [{ identifier: '1', name: 'one' }], [{ identifier: '' }], { identifier: 1 }, {}],
  ...['me@example.com', 'v1/x', '~/x', '{{id}}', '0-10, 10-20', '10-0', '3, 50, 7, 53', 'E-Mail', 'records', 'Records', ['records'], 'raster,point', ['raster', ' point '], { identifier: 'raster' }],
  ...[[{ property: 'clay', unit: '%' }], [{ property: 'clay' }], [{ property: true, unit: '%' }], [{ property: 5, unit: '%' }], [{ method: 'a', as: 'b' }, { method: 'A', as: 'B' }], [{ method: 'a', as: {} }]],
];

/** Settings that show and hide others, and what is sent to the node. */
const NODES: Record<string, { shown: Settings[]; payload: unknown }> = {
  'soil-service': { shown: [{ mode: 'service' }], payload: undefined },
  'soil-area': { shown: [{}], payload: GEOMETRY },
  'soil-discover': { shown: ['all', 'chosen', 'match'].map((select) => ({ resource: 'datasets', select, chosen: [1], matchName: 'clay' })).concat([{ resource: 'dataset', select: 'all', chosen: [], matchName: '' }]), payload: 1 },
  'soil-data': { shown: [{ output: 'records' }, { output: 'raw' }], payload: undefined },
  'soil-submit': { shown: [{}], payload: undefined },
  'soil-wait': { shown: [{ firstPoll: 0.02, timeout: 0.01 }], payload: 'a-job' },
  'soil-download': { shown: [{ to: 'file' }, { to: 'buffer' }], payload: 'a link' },
  'soil-read': { shown: [{ output: 'records' }, { output: 'rasters' }], payload: zipOf(50) },
  'soil-profile': { shown: [{ slices: '0-30' }, { slices: 'own', ownSlices: '0-10' }, { group: 'h3' }], payload: [] },
};

/** Not settings of their own, or references to other nodes; and addresses, which are requested rather than read. */
const OTHERS = ['name', 'version', 'service', 'outputs', 'tls', 'proxy', 'baseUrl', 'authUrl'];

/**
 * Where the two are meant to differ. An area is looked at in the editor only at first, and what a property holds is not there. The dialog warns of a selection
 * that can find nothing.
 */
const DIFFER = new Set(['soil-area.area', 'soil-read.from', 'soil-discover.chosen', 'soil-discover.matchName']);

interface Case {
  id: string;
  type: string;
  setting: string;
  settings: Settings;
}

function casesOf(type: string, { defaults }: Definition): Case[] {
  const settings = Object.keys(defaults).filter((setting) => !OTHERS.includes(setting) && !DIFFER.has(`${type}.${setting}`));
  const all = NODES[type]!.shown.flatMap((shown) => settings.flatMap((setting) => VALUES.map((value) => ({ setting, settings: { ...shown, [setting]: value } }))));
  return all.map((one, index) => ({ id: `case${index}`, type, ...one, settings: JSON.parse(JSON.stringify(one.settings)) as Settings }));
}

/** The editor, as far as rules ask it: no dialog is open, and a property is what Node-RED takes for one. */
const EDITOR = {
  _: (key: string) => key,
  editor: { getEditStack: () => [] },
  utils: { validateTypedProperty: () => true },
};

/** Whether no rule of the editor has anything to say of a node as it comes into the editor. */
function isRightInEditor({ type, settings }: Case, definition: Definition): boolean {
  const node: Settings = { ...settings, type, _def: definition };
  migrate(node);
  const rules = Object.entries(definition.defaults).filter(([setting]) => !OTHERS.includes(setting));
  return rules.every(([setting, { validate }]) => validate === undefined || validate.call(node, node[setting], {}) === true);
}

/** A flow with a node for each case; of a service, with a node that asks it. */
function flowOf(cases: Case[], service: ServiceStandIn): { nodes: FlowNode[]; credentials: Settings } {
  const known = { clientId: 'me', clientSecret: 'secret' };
  const one = service.configuration({ requestsPerSecond: 0, maxConcurrent: 256 });
  const nodes: FlowNode[] = [one, { id: 'out', type: 'helper' }];
  const credentials: Settings = { svc: known };
  for (const { id, type, settings } of cases) {
    const own = `service-${id}`;
    if (type === 'soil-service') {
      nodes.push({ ...service.configuration(settings), id: own }, { id, type: 'soil-data', service: own, wires: [['out']] });
      credentials[own] = known;
    } else nodes.push({ id, type, ...(type === 'soil-area' ? {} : { service: 'svc' }), ...settings, wires: [['out'], ['out']] });
  }
  return { nodes, credentials };
}

/** What the runtime says of each case: the message of its error, or nothing if a message came out. */
async function saidAtRuntime(cases: Case[], payload: unknown): Promise<Map<string, string>> {
  const service = await ServiceStandIn.start((_request, response) => sendJson(response, 404, {}));
  const { nodes, credentials } = flowOf(cases, service);
  const flow = await RunningFlow.start(nodes, { credentials });
  try {
    for (const { id } of cases) flow.send(id, { payload, asked: id, soil: { query: { geometry: GEOMETRY } } });
    const ended = (): number => flow.messages('errors').length + flow.messages('out').length;
    await until(() => ended() >= cases.length, 'every node has answered');
    const errors = flow.messages('errors') as (CaughtMessage & { asked: string })[];
    return new Map(errors.map(({ asked, error }) => [asked, error.message]));
  } finally {
    await flow.stop();
    await service.stop();
  }
}

describe('The editor and the runtime read the settings alike:', () => {
  const definitions = loadDefinitions();
  after(() => void delete (globalThis as { RED?: unknown }).RED);

  for (const [type, { payload }] of Object.entries(NODES)) {
    it(`what one accepts in ${type}, the other accepts`, async () => {
      const definition = definitions.get(type)!;
      const cases = casesOf(type, definition);
      const said = await saidAtRuntime(cases, payload);
      Object.assign(globalThis, { RED: EDITOR });
      const apart = cases.flatMap((one) => {
        const words = said.get(one.id) ?? '';
        const isRight = !/The settings? "/.test(words);
        if (isRightInEditor(one, definition) === isRight) return [];
        return [`${one.setting} ${JSON.stringify(one.settings)}: ${isRight ? 'wrong in the editor alone' : `wrong at runtime alone: ${words}`}`];
      });
      assert.deepEqual(apart, []);
    });
  }
});
