import assert from 'node:assert/strict';
import { SaidOnce } from '../../src/jobs/said-once';

describe('A log that says each line once', () => {
  let lines: string[];
  let said: SaidOnce;
  beforeEach(() => (said = new SaidOnce((line) => (lines ??= []).push(line))));
  beforeEach(() => (lines = []));

  it('says it again never, and others all the same', () => {
    for (const line of ['a', 'b', 'a', 'a']) said.say(line);
    assert.deepEqual(lines, ['a', 'b']);
  });

  it('remembers a hundred lines', () => {
    for (let round = 0; round < 2; round++) for (let line = 0; line < 101; line++) said.say(`line ${line}`);
    assert.deepEqual(lines.slice(100), ['line 100', 'line 100']);
  });

  it('says what of the messages of a node is on no disk, where something is not', () => {
    said.sayWhatIsLeft('wait', []);
    said.sayWhatIsLeft('wait', ['msg.req', 'msg.res']);
    said.sayWhatIsLeft('wait', ['msg.req', 'msg.res']);
    said.sayWhatIsLeft('other', ['msg.req']);
    assert.equal(lines[0], 'Messages that wait in node wait hold msg.req, msg.res, which cannot be kept on the disk: after a restart of Node-RED they go on without.');
    assert.equal(lines.length, 2);
  });
});
