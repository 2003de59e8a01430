import assert from 'node:assert/strict';
import { loadDefinitions, nodeOf, type Rule } from '../editor/definitions';
import { RunningFlow } from './flow';
import { credentials, sendJson, ServiceStandIn } from './service-stand-in';

type Settings = Record<string, unknown>;

/** What lets the dialogs show the settings that they hide by default. */
const CHOICES: Settings[] = [{}, { to: 'buffer' }, { resource: 'dataset' }, { group: 'h3' }];

/** Of soil-wait: what makes it end at once. */
const QUICK: Settings = { firstPoll: 0.02, timeout: 0.01 };

/** The highest number that a dialog takes for a setting; nothing where it is no number. */
function highestOf(validate: Rule, node: object): number | undefined {
  let highest: number | undefined;
  Object.assign(globalThis, {
    RED: {
      _: (_key: string, { high }: { high?: number } = {}) => {
        highest ??= high;
        return 'wrong';
      },
      editor: { getEditStack: () => [] },
      nodes: { node: () => null },
      utils: { validateTypedProperty: () => true },
    },
  });
  validate.call(node, 'many', {});
  if (highest !== undefined) assert.equal(validate.call(node, highest, {}), true);
  return highest;
}

/** Every setting that takes a number, as the dialogs have them. */
function numericSettings(): { type: string; shown: Settings; setting: string; highest: number }[] {
  const found = new Map<string, { type: string; shown: Settings; setting: string; highest: number }>();
  for (const [type, { defaults }] of loadDefinitions()) {
    for (const shown of CHOICES) {
      for (const [setting, { validate }] of Object.entries(defaults)) {
        const highest = validate && highestOf(validate, nodeOf(type, { defaults }, shown));
        if (highest !== undefined && !found.has(type + setting)) found.set(type + setting, { type, shown, setting, highest });
      }
    }
  }
  delete (globalThis as { RED?: unknown }).RED;
  return [...found.values()];
}

describe('The highest number that a dialog takes', () => {
  /** The code of the error that a setting ends in; `undefined` where a message came out. */
  async function outcome(type: string, settings: Settings): Promise<string | undefined> {
    const service = await ServiceStandIn.start((_request, response) => sendJson(response, 404, {}));
    const isService = type === 'soil-service';
    const node = { id: 'node', service: 'svc', wires: [['out'], ['out']], ...(isService ? { type: 'soil-data' } : { type, ...QUICK, ...settings }) };
    const flow = await RunningFlow.start([service.configuration(isService ? settings : {}), node, { id: 'out', type: 'helper' }], { credentials });
    const payloads: Settings = { 'soil-read': `${flow.userDirectory}/none.zip`, 'soil-wait': 'a-job', 'soil-download': `${service.baseUrl}/a.zip`, 'soil-profile': [] };
    const geometry = 'POLYGON ((5.600 51.950, 5.602 51.950, 5.602 51.952, 5.600 51.952, 5.600 51.950))';
    try {
      flow.send('node', { payload: payloads[type] ?? geometry, soil: { query: { geometry } } });
      return await Promise.race([flow.error().then(({ error }) => error.code), flow.message('out').then(() => undefined)]);
    } finally {
      await flow.stop();
      await service.stop();
    }
  }

  const settings = numericSettings();
  it('is found for every setting of a number', () => {
    assert.ok(settings.length >= 16, JSON.stringify(settings));
  });

  for (const { type, shown, setting, highest } of settings) {
    it(`is taken by the runtime, which refuses what is no number: ${setting} of ${type}`, async () => {
      assert.equal(await outcome(type, { ...shown, [setting]: 'many' }), 'SOIL_CONFIG');
      assert.notEqual(await outcome(type, { ...shown, [setting]: String(highest) }), 'SOIL_CONFIG');
    });
  }
});
