import assert from 'node:assert/strict';
import { createContext, runInNewContext, Script } from 'node:vm';
import { example } from '../examples/example';

type Sent = [held: object | null, reported: object[] | null, freed: object | null];

describe('The MQTT worker, when a job fails', () => {
  it('says in the log if the broker refuses a result, whose place is free already: the job is offered again at once', async () => {
    const nodes = (await example('mqtt worker')) as unknown as { name: string; func: string }[];
    const func = (name: string): string => nodes.find((one) => one.name === name)?.func ?? '';
    const soil = { job: { id: '1' }, file: { bytes: 1, sha256: '' }, read: { records: 1 } };
    const [result] = runInNewContext(`(() => {${func('result')}\n})()`, { env: { get: () => 'first' }, msg: { field: 'north', held: 'north/1', soil } }) as [object];

    const errors: string[] = [];
    const node = { error: (text: string) => errors.push(text) };
    const error = { message: 'Publish error: Not authorized', source: { name: 'results' } };
    assert.equal(runInNewContext(`(() => {${func('once more or not')}\n})()`, { node, msg: { ...result, error } }), null);
    assert.deepEqual(errors, ['results: Publish error: Not authorized']);
  });

  describe('that is its own', () => {
    let func: string;
    const warnings: string[] = [];
    const fail = (code: string, message: string, type = 'soil-wait'): Sent => {
      const msg = { field: 'north', held: 'north/1', error: { code, message, source: { type } } };
      return runInNewContext(`(() => {${func}\n})()`, { node: { warn: (text: string) => warnings.push(text) }, env: { get: () => 'first' }, msg }) as Sent;
    };

    before(async () => {
      ({ func } = (await example('mqtt worker')).find(({ name }) => name === 'once more or not') as unknown as { func: string });
    });
    beforeEach(() => {
      warnings.length = 0;
    });

    it('says in the log why it gives a job back: a full disk is reported nowhere else', () => {
      const [held, reported] = fail('SOIL_STORAGE', 'No space left.', 'soil-download');
      assert.deepEqual([{ ...held }, reported], [{ held: 'north/1', event: 'done' }, null]);
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] as string, /north.*No space left\./);
    });

    it('reports a failed job, which needs no line of the log', () => {
      assert.equal(fail('SOIL_JOB_FAILED', 'It failed.')[1]?.length, 2);
      assert.equal(warnings.length, 0);
    });

    it('reports what would fail again, so that it stays there for whoever looks later, and takes the job from the broker', () => {
      for (const code of ['SOIL_JOB_FAILED', 'SOIL_JOB_TIMEOUT', 'SOIL_REQUEST', 'SOIL_ARCHIVE', 'SOIL_CANCELLED']) {
        const payload = JSON.stringify({ field: 'north', worker: 'first', code, message: 'It failed.' });
        const reported = [{ topic: 'soil/failures/north', payload, retain: true }, { topic: 'soil/jobs/north/1', payload: '', retain: true }];
        assert.deepEqual(JSON.parse(JSON.stringify(fail(code, 'It failed.'))), [null, reported, { held: 'north/1', event: 'done' }]);
      }
      assert.equal(fail('SOIL_UNAVAILABLE', 'No connection.')[1], null);
    });

    it('reports a job that is completed without a file, and would be for ever; an odd answer on the way to a file may pass', () => {
      assert.equal(fail('SOIL_RESPONSE', 'There are no data in this area.')[1]?.length, 2);
      assert.equal(fail('SOIL_RESPONSE', 'It was answered with HTML.', 'soil-download')[1], null);
    });
  });
});

describe('The MQTT worker, when a file is read in batches', () => {
  interface Parts {
    id: string;
    count?: number;
  }

  let stored: (parts?: Parts) => object[] | null;
  /** How many files are not stored yet. */
  let unfinished: () => number;
  before(async () => {
    const { func, initialize } = (await example('mqtt worker')).find(({ name }) => name === 'result') as unknown as { func: string; initialize: string };
    const store = new Map<string, unknown>();
    const context = { get: (key: string) => store.get(key), set: (key: string, value: unknown) => store.set(key, value) };
    runInNewContext(initialize, { context });
    unfinished = () => (store.get('readings') as { size: number }).size;
    const sandbox = createContext({ context, env: { get: () => 'first' } });
    const script = new Script(`(() => {${func}\n})()`);
    stored = (parts) => {
      const soil = { job: { id: '1' }, file: { bytes: 1, sha256: '' }, read: { records: parts?.count ?? 0 }, source: { synthetic: true } };
      Object.assign(sandbox, { msg: { field: 'north', held: 'north/1', parts, soil } });
      return script.runInContext(sandbox) as object[] | null;
    };
  });

  it('tells the result when all are stored, in whichever order, with the figures of the last', () => {
    assert.equal(stored({ id: 'a' }), null);
    assert.equal(stored({ id: 'a', count: 3 }), null);
    const [result, freed] = stored({ id: 'a' }) as [{ payload: string }, object];
    assert.equal((JSON.parse(result.payload) as { records: number }).records, 3);
    assert.deepEqual({ ...freed }, { held: 'north/1', event: 'done' });
    assert.equal(unfinished(), 0);
  });

  it('tells that of each file, even if their batches come in turn', () => {
    const ids = ['north', 'south', 'west'];
    for (const id of ids) assert.equal(stored({ id }), null);
    for (const id of ids) assert.equal(stored({ id }), null);
    for (const id of ids) assert.ok(stored({ id, count: 3 }), id);
    assert.equal(unfinished(), 0);
  });

  it('forgets in the end what was never complete', () => {
    for (let file = 0; file < 10_500; file++) stored({ id: `failed ${file}` });
    assert.equal(unfinished(), 10_000);
  });

  it('tells none if one of them was not stored, even if the job is done again later', () => {
    assert.equal(stored({ id: 'b', count: 2 }), null);
    assert.equal(stored({ id: 'c' }), null);
    assert.ok(stored({ id: 'c', count: 2 }));
  });

  it('tells it at once without batches, and whether the data are invented', () => {
    const [result] = stored() as [{ done: string; topic: string; payload: string }];
    assert.deepEqual([result.done, result.topic], ['north/1', 'soil/results/north']);
    assert.deepEqual(JSON.parse(result.payload), { field: 'north', worker: 'first', job: '1', bytes: 1, sha256: '', records: 0, synthetic: true });
  });

  it('takes a job that is done from the broker', async () => {
    const { func } = (await example('mqtt worker')).find(({ name }) => name === 'job is done') as unknown as { func: string };
    const sent = JSON.parse(JSON.stringify(runInNewContext(`(() => {${func}\n})()`, { msg: { done: 'north/1' } }))) as unknown;
    assert.deepEqual(sent, { topic: 'soil/jobs/north/1', payload: '', retain: true });
  });
});
