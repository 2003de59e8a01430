import assert from 'node:assert/strict';
import { setTimeout as after } from 'node:timers/promises';
import { loadDefinitions, nodeOf, type Rule } from '../editor/definitions';
import { RunningFlow } from './flow';
import { credentials, sendJson, ServiceStandIn } from './service-stand-in';

type Settings = Record<string, unknown>;
type Ends = { low: number; high: number };

/** What lets the dialogs show the settings that they hide by default. */
const CHOICES: Settings[] = [{}, { to: 'buffer' }, { resource: 'dataset' }, { group: 'h3' }];

/** At a request in 1,000 seconds nothing comes: a wrong setting is told before. */
const PATIENCE_MS = 3_000;

/** Of soil-wait: what makes it end at once. */
const QUICK: Settings = { firstPoll: 0.02, timeout: 0.01 };

/** The lowest and the highest number that a dialog says it takes for a setting; nothing if it is not a number. */
function endsOf(validate: Rule, node: object): Ends | undefined {
  let ends: Ends | undefined;
  Object.assign(globalThis, {
    RED: {
      _: (_key: string, { low, high }: Partial<Ends> = {}) => {
        if (low !== undefined && high !== undefined) ends ??= { low, high };
        return 'wrong';
      },
      editor: { getEditStack: () => [] },
      nodes: { node: () => null },
      utils: { validateTypedProperty: () => true },
    },
  });
  validate.call(node, 'many', {});
  for (const [at, isTaken] of ends ? around(ends) : []) assert.equal(validate.call(node, at, {}) === true, isTaken, at);
  return ends;
}

/** Numbers at the ends and beyond them, as the dialogs' fields have them, and whether they are taken. */
function around({ low, high }: Ends): [at: string, isTaken: boolean][] {
  return [[String(low), true], [String(high), true], [String(low > 0 && low < 1 ? low / 2 : low - 1), false], [String(1.01 * high), false]];
}

/** Every setting that takes a number, as the dialogs have them. */
function numericSettings(): { type: string; shown: Settings; setting: string; ends: Ends }[] {
  const found = new Map<string, { type: string; shown: Settings; setting: string; ends: Ends }>();
  for (const [type, { defaults }] of loadDefinitions()) {
    for (const shown of CHOICES) {
      for (const [setting, { validate }] of Object.entries(defaults)) {
        const ends = validate && endsOf(validate, nodeOf(type, { defaults }, shown));
        if (ends && !found.has(type + setting)) found.set(type + setting, { type, shown, setting, ends });
      }
    }
  }
  delete (globalThis as { RED?: unknown }).RED;
  return [...found.values()];
}

describe('The lowest and the highest number that a dialog takes', () => {
  /** The code of the error that a setting ends in; `undefined` if a message came out. */
  async function outcome(type: string, settings: Settings): Promise<string | undefined> {
    const service = await ServiceStandIn.start((_request, response) => sendJson(response, 404, {}));
    const isService = type === 'soil-service';
    const node = { id: 'node', service: 'svc', wires: [['out'], ['out']], ...(isService ? { type: 'soil-data' } : { type, ...QUICK, ...settings }) };
    const flow = await RunningFlow.start([service.configuration(isService ? settings : {}), node, { id: 'out', type: 'helper' }], { credentials });
    const payloads: Settings = { 'soil-read': `${flow.userDirectory}/none.zip`, 'soil-wait': 'a-job', 'soil-download': `${service.baseUrl}/a.zip`, 'soil-profile': [] };
    const geometry = 'POLYGON ((5.600 51.950, 5.602 51.950, 5.602 51.952, 5.600 51.952, 5.600 51.950))';
    try {
      flow.send('node', { payload: payloads[type] ?? geometry, soil: { query: { geometry } } });
      // Whoever waits for a message hears of an error as well, perhaps first.
      const code = async (): Promise<string | undefined> => (await flow.error()).error.code;
      return await Promise.race([code(), flow.message('out').then(() => undefined, code), after(PATIENCE_MS, undefined)]);
    } finally {
      await flow.stop();
      await service.stop();
    }
  }

  it('of soil-wait may be a longest pause that is shorter than the first wait, for a job that is known to take long', async () => {
    const definition = loadDefinitions().get('soil-wait')!;
    Object.assign(globalThis, { RED: { _: (key: string) => key, editor: { getEditStack: () => [] } } });
    assert.equal(definition.defaults['maxPoll']?.validate?.call(nodeOf('soil-wait', definition, { firstPoll: 0.1 }), 0.01, {}), true);
    assert.equal(await outcome('soil-wait', { firstPoll: 0.1, maxPoll: 0.01, timeout: 1 }), 'SOIL_REQUEST');
  });

  const settings = numericSettings();
  it('are found for every setting that takes a number', () => {
    assert.ok(settings.length >= 16, JSON.stringify(settings));
  });

  for (const { type, shown, setting, ends } of settings) {
    it(`are taken by the runtime, which refuses what is beyond them or not a number: ${setting} of ${type}`, async () => {
      for (const [at, isTaken] of [...around(ends), ['many', false] as const]) {
        assert.equal((await outcome(type, { ...shown, [setting]: at })) !== 'SOIL_CONFIG', isTaken, at);
      }
    });
  }
});
