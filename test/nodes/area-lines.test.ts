import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { NodeAPI } from 'node-red';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { requireOfNodeRed } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { RunningFlow, type CaughtMessage, type FlowNode } from './flow';

const modules = ['storage/10-file', 'sequence/17-split', 'function/10-switch'].map((name) => requireOfNodeRed(`@node-red/nodes/core/${name}.js`) as (RED: NodeAPI) => void);

const LINES = 'POINT (5.6 52)\r\n{"lat": 52.1, "lon": 5.2}\n';
const NOT_EMPTY = { type: 'switch', property: 'payload', propertyType: 'msg', rules: [{ t: 'nempty' }], checkall: 'true', repair: true };
const NODES: FlowNode[] = [
  { id: 'area', type: 'soil-area', wires: [['out', 'all']] },
  { id: 'out', type: 'helper' },
  { id: 'all', type: 'join', mode: 'custom', build: 'array', property: 'payload', propertyType: 'msg', count: '', wires: [['joined']] },
  { id: 'joined', type: 'helper' },
];

describe('soil-area of a file that is read line by line', () => {
  let flow: RunningFlow;
  afterEach(() => flow.stop());

  for (const [name, reader] of [
    ['split', { type: 'split', splt: '\\n', spltType: 'str' }],
    ['file in', { type: 'file in', filename: 'payload', filenameType: 'msg', format: 'lines', encoding: 'none' }],
  ] as const) {
    /** Sends the lines, as a text or as the name of a file, through the reader. */
    async function start(next: string): Promise<void> {
      flow = await RunningFlow.start([...NODES, { id: 'lines', ...reader, wires: [[next]] }, { id: 'full', ...NOT_EMPTY, wires: [['area']] }], { modules });
      const file = path.join(flow.userDirectory, 'areas.txt');
      await writeFile(file, LINES);
      flow.send('lines', { payload: name === 'split' ? LINES : file });
    }

    it(`gives each area behind ${name}, and says what to do about the empty text at the end`, async () => {
      await start('area');
      const { error } = await flow.message<CaughtMessage>('errors');
      await until(() => flow.messages('out').length === 2, 'both areas');
      assert.equal(error.code, 'SOIL_GEOMETRY');
      assert.match(error.message, /^There is no area in an empty text: .* ends with one: drop it with a switch node \(is not empty\)\.$/);
    });

    it(`gives each area, and all of them to a join, behind ${name} and a switch node`, async () => {
      await start('full');
      const { payload } = await flow.message<SoilMessage & { payload: { geometry?: object }[] }>('joined');
      assert.deepEqual(payload.map(({ geometry }) => geometry), [[5.6, 52], [5.2, 52.1]].map((coordinates) => ({ type: 'Point', coordinates })));
      assert.equal(flow.messages('out').length, 2);
      assert.equal(flow.messages('errors').length, 0);
    });
  }
});
