import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { example } from '../examples/example';

type Sent = [held: object | null, reported: object[] | null, freed: object | null];

describe('The MQTT worker, when a job fails', () => {
  it('says in the log why it gives a job back: a full disk is reported nowhere else', async () => {
    const { func } = (await example('mqtt worker')).find(({ name }) => name === 'once more or not') as unknown as { func: string };
    const warnings: string[] = [];
    const node = { warn: (text: string) => warnings.push(text) };
    const fail = (code: string, message: string): Sent =>
      runInNewContext(`(() => {${func}\n})()`, { node, env: { get: () => 'first' }, msg: { field: 'north', held: 'north/1', error: { code, message } } }) as Sent;

    const [held, reported] = fail('SOIL_STORAGE', 'No space left.');
    assert.deepEqual([{ ...held }, reported], [{ held: 'north/1', event: 'done' }, null]);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] as string, /north.*No space left\./);

    assert.equal(fail('SOIL_JOB_FAILED', 'It failed.')[1]?.length, 2);
    assert.equal(warnings.length, 1, 'what is reported in soil/failures needs no line of the log');
  });
});
