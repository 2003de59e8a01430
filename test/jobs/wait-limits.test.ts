import assert from 'node:assert/strict';
import { Life } from './life';
import { ScriptedService } from './scripted-service';

describe('The limit of a wait', () => {
  it('holds for a message whose job is polled for another one already, however long the pauses are', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const ends: [id: unknown, code: string][] = [];
    const listener = { poll: () => undefined, completed: () => undefined, failed: (message: { _msgid?: unknown }, error: { code: string }) => void ends.push([message._msgid, error.code]) };
    life.keeper.attach('wait', service, listener);
    const wait = (id: string, timeoutMinutes: number): Promise<unknown> =>
      life.keeper.wait({ service, job: service.jobAddress('1'), node: 'wait', message: { _msgid: id }, firstPollSeconds: 2, maxPollSeconds: 3600, timeoutMinutes });
    await wait('patient', 14_400);
    for (let hour = 0; hour < 9; hour++) await life.clock.advance(3_600_000);
    await wait('hasty', 1);
    await life.clock.advance(59_000);
    assert.deepEqual(ends, []);
    await life.clock.advance(5_000);
    assert.deepEqual(ends, [['hasty', 'SOIL_JOB_TIMEOUT']]);
    await life.end();
  });
});
