import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { root } from '../runtime/node-red-under-test';
import { RunningFlow } from './flow';

const PAGE = readFileSync(path.join(root, 'docs', 'messages.md'), 'utf8');
const SMALL = { type: 'Polygon', coordinates: [[[5.665, 51.987], [5.668, 51.987], [5.668, 51.989], [5.665, 51.989], [5.665, 51.987]]] };
const SERVICE = { id: 'svc', type: 'soil-service', mode: 'sandbox' };

/** What the page sets as code, in one of its sections or columns. */
function codesOf(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
}

describe('The page on messages and statuses', () => {
  it('names every field that the nodes put into msg.soil', async () => {
    const flow = await RunningFlow.start([
      SERVICE,
      { id: 'area', type: 'soil-area', wires: [['discover']] },
      { id: 'discover', type: 'soil-discover', service: 'svc', resource: 'datasets', wires: [['submit', 'data']] },
      { id: 'data', type: 'soil-data', service: 'svc', wires: [['answered']] },
      { id: 'submit', type: 'soil-submit', service: 'svc', wires: [['wait']] },
      { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.05, maxPoll: 0.2, wires: [['download']] },
      { id: 'download', type: 'soil-download', service: 'svc', wires: [['read']] },
      { id: 'read', type: 'soil-read', wires: [['profile']] },
      { id: 'profile', type: 'soil-profile', units: [{ property: 'Clay', unit: 'dS/m' }], wires: [['profiled']] },
      ...['answered', 'profiled'].map((id) => ({ id, type: 'helper' })),
    ]);
    try {
      flow.send('area', { payload: { type: 'Feature', id: 7, properties: { name: 'north' }, geometry: SMALL } });
      const named = new Set(codesOf(PAGE).map((code) => code.replace(/:.*/, '')));
      const braces = codesOf(PAGE).flatMap((code) => /^\{(.*)\}$/.exec(code)?.[1]?.split(', ') ?? []);
      for (const name of braces) named.add(name);
      for (const id of ['answered', 'profiled']) {
        const { soil } = (await flow.message<SoilMessage & { payload: unknown }>(id)) as { soil: Record<string, object | string> };
        for (const [field, value] of Object.entries(soil)) {
          assert.ok(named.has(field), field);
          // The pages on the request and on the sources name those of theirs.
          if (field === 'query' || field === 'source' || typeof value === 'string') continue;
          for (const name of Object.keys(value)) assert.ok(named.has(name), `${field}.${name}`);
        }
      }
    } finally {
      await flow.stop();
    }
  });

  it('leads to a request in the README that the sandbox takes', async () => {
    const [, shown = ''] = /```json\n(\{ "geometry"[^]*?)```/.exec(readFileSync(path.join(root, 'README.md'), 'utf8')) ?? [];
    const query = JSON.parse(shown) as Record<string, unknown>;
    const flow = await RunningFlow.start([SERVICE, { id: 'submit', type: 'soil-submit', service: 'svc', wires: [['submitted']] }, { id: 'submitted', type: 'helper' }]);
    try {
      flow.send('submit', { soil: { query } });
      const { soil } = await flow.message('submitted');
      assert.deepEqual([soil?.query, soil?.job?.status], [query, 'submitted']);
    } finally {
      await flow.stop();
    }
  });

  it('has every status, and none that there is not', () => {
    const file = path.join(root, 'nodes', 'soil-service', 'locales', 'en-US', 'soil-service.json');
    const { status, error } = (JSON.parse(readFileSync(file, 'utf8')) as { 'soil-service': Record<'status' | 'error', Record<string, string>> })['soil-service'];
    const texts = [...Object.values(status), ...Object.values(error)];
    const patterns = texts.map((text) => new RegExp(`^${text.split(/__\w+__/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\S.*')}$`));
    const rows = PAGE.slice(PAGE.indexOf('| status | means |')).split('\n').filter((line) => line.startsWith('| `'));
    const shown = [...rows.flatMap((row) => codesOf(row.split(' | ')[0]!)), 'sandbox'];
    const ofOne = new Set(Object.keys(status).filter((key) => `${key}Many` in status).map((key) => status[key]));
    const missing = texts.filter((text, at) => !ofOne.has(text) && !shown.some((one) => patterns[at]!.test(one)));
    assert.deepEqual(missing, []);
    // A text of placeholders alone fits anything.
    const telling = patterns.filter((_, at) => /[a-z]/.test(texts[at]!.replace(/__\w+__/g, '')));
    const figures = /^[\d.]+ [kM]?(?:B|ha)$|^service unavailable · 5 s$/;
    assert.deepEqual(shown.filter((one) => !figures.test(one) && !telling.some((pattern) => pattern.test(one))), []);
  });
});
