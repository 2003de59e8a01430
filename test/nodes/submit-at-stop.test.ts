import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { journalOf } from '../../src/jobs/job-store';
import { RunningFlow, type FlowNode } from './flow';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';

describe('A message that comes to soil-submit while its service starts', () => {
  const nodes: FlowNode[] = [
    { id: 'svc', type: 'soil-service', mode: 'sandbox' },
    { id: 'submit', type: 'soil-submit', service: 'svc', wires: [['out']] },
    { id: 'out', type: 'helper' },
  ];
  let flow: RunningFlow;
  afterEach(() => flow.stop());

  it('is in the journal once the flows are stopped: the process may end then', async () => {
    flow = await RunningFlow.start(nodes);
    const { userDirectory } = flow;
    flow.send('submit', { topic: 'mine', soil: { query: { geometry: AREA } } });
    await flow.stop(true);
    // At once, as a process that ends: nothing else gets a turn.
    const journal = readFileSync(journalOf(path.join(userDirectory, 'soil-data')), 'utf8');
    assert.match(journal, /"change":"intended".*mine/);
    flow = await RunningFlow.start(nodes, { userDirectory });
    assert.equal((await flow.message<{ topic?: string }>('out')).topic, 'mine');
  });
});
