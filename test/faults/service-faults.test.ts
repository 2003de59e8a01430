import assert from 'node:assert/strict';
import { canariesIn } from '../secrets/canaries';
import { PatientClock } from '../time/patient-clock';
import { holdRows, said } from './fault-run';
import { largeFaults, netFaults, payloadFaults, statusFaults, timeFaults } from './fault-table';
import { operations } from './operations';

describe('The operations of the service under faults', function () {
  this.timeout(600_000);
  let rows = 0;

  it('of the network: reads are repeated, and a job is never requested twice', async () => {
    rows += await holdRows(netFaults, operations, 40);
  });

  it('of HTTP: what passes is repeated, what does not is reported at once', async () => {
    rows += await holdRows(statusFaults);
  });

  it('of the payload: what is not an answer of the interface is an error, and never data', async () => {
    rows += await holdRows(payloadFaults);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  it('of size: bombs and endless bodies are cut off', async () => {
    const few = operations.filter(({ name }) => ['token', 'dataset list', 'create a job by area'].includes(name));
    // What is unpacked beside the event loop takes real time, however slow the machine is: none of it waits, so the clock need not hurry.
    rows += await holdRows(largeFaults, few, 1, () => new PatientClock(1));
  });

  it('of time: a token serves, whatever lifetime it claims', async () => {
    rows += await holdRows(timeFaults);
  });

  it('said nothing secret in all of that', () => {
    assert.ok(rows > 450, `${rows} rows`);
    assert.ok(said.length > rows, `${said.length} texts`);
    assert.deepEqual([...new Set(said.flatMap(canariesIn))], []);
  });
});
