import assert from 'node:assert/strict';
import { createContext, Script } from 'node:vm';
import { example } from '../examples/example';

const HOSTILE = `north" \u001b[2J\n30 Nov 12:00:00 - [info] all is well\u009b\u202e ${'x'.repeat(5_000)}`;

/** What a function node of an example throws, or says, about a message. */
async function saidBy(name: string, node: string, msg: object): Promise<string> {
  const said: string[] = [];
  const speaker = { status: () => undefined, warn: (line: string) => said.push(line), error: (line: string) => said.push(line) };
  const known = { get: (key: string): unknown => (key === 'clock' ? { seconds: 0, heard: 0 } : new Map()), set: () => undefined };
  const func = (await example(name)).find((one) => one.type === 'function' && one.name === node)?.['func'];
  try {
    new Script(`(() => {${String(func)}\n})()`).runInContext(createContext({ msg, node: speaker, context: known, flow: known, env: { get: () => 'w' } }));
  } catch (error) {
    said.push((error as Error).message);
  }
  assert.equal(said.length, 1, `${node}: ${said.join('; ')}`);
  return said[0]!;
}

describe('What a client of the broker writes, in the log of the MQTT examples', () => {
  it('begins no line, and commands no terminal', async () => {
    const [dispatcher, worker] = ['mqtt dispatcher', 'mqtt worker'];
    const failed = { code: 'SOIL_UNAVAILABLE', message: `Unexpected token: ${HOSTILE}`, source: { type: 'function' } };
    const lines = [
      await saidBy(dispatcher, 'hand out', { topic: 'soil/workers/state', payload: JSON.stringify({ name: HOSTILE }) }),
      await saidBy(dispatcher, 'hand out', { topic: `soil/jobs/${HOSTILE}/1`, payload: '{}' }),
      await saidBy(worker, 'once more or not', { field: HOSTILE, held: 'h', error: failed }),
      await saidBy(worker, 'once more or not', { error: failed }),
    ];
    assert.ok(lines.at(-1)!.startsWith('function: Unexpected'), 'a node without a name by its type');
    for (const line of lines) assert.ok(line.length < 1_500, `${line.length} characters`);
    for (const line of lines) assert.ok(line.includes('north" ?[2J?30 Nov') && !/\p{C}/u.test(line), JSON.stringify(line));
  });
});
