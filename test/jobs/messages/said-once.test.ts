import assert from 'node:assert/strict';
import { SaidOnce } from '../../../src/jobs/messages/said-once';

describe('A log that says each line once', () => {
  let lines: string[];
  let said: SaidOnce;
  beforeEach(() => (said = new SaidOnce((line) => (lines ??= []).push(line))));
  beforeEach(() => (lines = []));

  it('never says it again, but still says others', () => {
    for (const line of ['a', 'b', 'a', 'a']) said.say(line);
    assert.deepEqual(lines, ['a', 'b']);
  });

  it('says each once, however many came before, and once one that keeps coming among them', () => {
    for (let at = 0; at < 5000; at++) {
      said.say('again');
      for (let time = 0; time < 2; time++) said.say(`line ${at}`);
    }
    assert.equal(lines.length, 5001);
  });

  it('eventually forgets what no longer comes', () => {
    for (let at = 0; at < 5000; at++) said.say(`line ${at}`);
    said.say('line 0');
    assert.deepEqual(lines.slice(5000), ['line 0']);
  });

  it('says which parts of the messages of a node are not on the disk, if there are any', () => {
    said.sayWhatIsLeft('wait', []);
    said.sayWhatIsLeft('wait', ['msg.req', 'msg.res']);
    said.sayWhatIsLeft('wait', ['msg.req', 'msg.res']);
    said.sayWhatIsLeft('other', ['msg.req']);
    assert.equal(lines[0], 'Messages that wait in node wait hold msg.req, msg.res, which cannot be kept on the disk: after a restart of Node-RED they go on without that.');
    assert.equal(lines.length, 2);
  });
});
