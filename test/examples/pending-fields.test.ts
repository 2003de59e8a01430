import assert from 'node:assert/strict';
import { example } from './example';
import { evaluatedOn } from './jsonata';

describe('The example table of fields', () => {
  it('has a row for a field whose job is not done yet, from before it is asked for', async () => {
    const flow = (await example('table of fields')) as { id: string; name?: string; rules?: { p: string; to: string }[]; wires?: string[][] }[];
    const pending = flow.find(({ name }) => name === 'not there yet');
    const rule = (property: string): string => pending?.rules?.find(({ p }) => p === property)?.to ?? '';
    assert.deepEqual(await evaluatedOn(rule('payload'), { topic: 'north field', payload: {} }), [{ topic: 'north field', problem: 'asked for, and not there yet' }]);
    assert.equal(rule('table[msg.topic]'), 'payload');
    const behind = (name: string): string | undefined => flow.find(({ id }) => id === flow.find((node) => node.name === name)?.wires?.[0]?.[0])?.name;
    assert.deepEqual([behind('not there yet'), behind('two a second')], ['two a second', 'small?'], 'what asks for it, and what waits for its turn, stands behind');
  });
});
