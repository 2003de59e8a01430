import assert from 'node:assert/strict';
import { SoilError } from '../../../src/errors/soil-error';
import type { JobAddress } from '../../../src/service/job';
import { Life } from '../life';
import { later, ScriptedService } from '../scripted-service';
import { isOpenOn, lifeAfterSending, listener, submit, submitAndClose, unanswered } from './submit-scenario';

describe('The news of a submission', () => {
  it('is told to its caller if the service gives two requests of one message the same job, and the other request is awaited already', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const answer = later<JobAddress>();
    service.creations = [() => service.jobAddress('7'), () => answer.promise];
    const first = await submit(life, service, { reuse: false });
    await life.clock.advance(5000);
    const second = submit(life, service, { reuse: false });
    await life.clock.advance(1);
    const held = later<void>();
    life.disk.hold = (call) => (call === 'sync jobs.journal' ? held.promise : undefined);
    const awaited = life.keeper.waits.accept({ service, job: first, node: 'wait', message: { _msgid: 'm1' }, timeoutMinutes: 60, firstPollSeconds: 2, maxPollSeconds: 60 });
    await life.clock.advance(1);
    answer.resolve(service.jobAddress('7'));
    await life.clock.advance(1);
    held.resolve();
    await awaited;
    assert.equal((await second).id, '7');
    await life.end();
  });

  it('is told only to its caller, at whatever moment the node listens and others are deleted', async () => {
    for (const reuse of [true, false]) {
      const life = await Life.begin();
      const service = new ScriptedService();
      const { news, ...node } = listener();
      let isOver = false;
      const submitted = Promise.all([submit(life, service, { reuse }), submit(life, service, { reuse, message: { _msgid: 'm2' } })]).finally(() => (isOver = true));
      const dropped: Promise<string[]>[] = [];
      while (!isOver) {
        life.keeper.outcomes.attach('submit', node);
        dropped.push(life.keeper.retain(() => false));
        // The journal writes when a turn of the event loop is over.
        await (dropped.length % 50 === 0 ? life.clock.advance(0) : Promise.resolve());
      }
      assert.equal((await submitted).length, 2);
      assert.deepEqual([news, (await Promise.all(dropped)).flat(), service.created.length], [[], [], reuse ? 1 : 2]);
      await life.end();
    }
  });

  it('is not told to the next life of its node if the caller had it, and its message is on its way', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    life.keeper.outcomes.expectWaits();
    const detach = life.keeper.outcomes.attach('submit', listener());
    await submit(life, service);
    detach();
    const { news, ...node } = listener();
    life.keeper.outcomes.attach('submit', node);
    await life.clock.advance(10_000);
    assert.deepEqual([news, await isOpenOn(life.disk)], [[], { unknown: 0, created: 0 }]);
    await life.end();
  });

  it('is told to the life of its node that is running, even if the one before it ends late', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const answer = later<JobAddress>();
    service.creations = [() => answer.promise];
    const detach = life.keeper.outcomes.attach('submit', listener());
    await submitAndClose(life, service);
    const { news, ...node } = listener();
    life.keeper.outcomes.attach('submit', node);
    detach();
    answer.resolve(service.jobAddress('7'));
    await life.clock.advance(1);
    assert.deepEqual(news, [['created', { _msgid: 'm1', payload: 'field' }, '7', undefined]]);
    await life.end();
  });

  it('is over even if the listener throws, and the log says so', async () => {
    const second = await lifeAfterSending();
    const broken = (): never => {
      throw new Error('the flow is broken');
    };
    second.keeper.outcomes.attach('submit', { created: broken, unknown: broken, unsent: broken });
    await second.clock.advance(1);
    assert.match(second.log.join(), /could not be handled: the flow is broken/);
    assert.deepEqual(await isOpenOn(second.disk), { unknown: 0, created: 0 });
    await second.end();
  });

  it('says why no answer came, in 500 characters at most, to a node that comes up later', async () => {
    const { life, failIt } = await stillAtTheService();
    failIt(new SoilError('SOIL_SUBMIT_UNKNOWN', 'No answer came.', { detail: `ECONNRESET ${'x'.repeat(2000)}` }));
    await life.clock.advance(1);
    const details: unknown[] = [];
    life.keeper.outcomes.attach('submit', { ...listener(), unknown: (_message, { cause }) => details.push(cause.detail) });
    assert.deepEqual(details, [`ECONNRESET ${'x'.repeat(489)}`]);
    await life.end();
  });

  it('is told even if the disk does not take it, and noted once the disk does', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.creations = [
      () => {
        life.disk.fillUp();
        throw unanswered;
      },
    ];
    await assert.rejects(submit(life, service), unanswered);
    assert.match(life.log.join(), /the disk is full.*kept in memory and written as soon as the disk allows/);
    life.disk.fault = () => undefined;
    await life.clock.advance(60_000);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
    await life.end();
  });

  it('says that nobody knows whether a request was sent if it ended with something other than an error of the service', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.creations = [new TypeError('a bug')];
    await assert.rejects(submit(life, service), /a bug/);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 1, created: 0 });
    await life.end();
  });
});

/** A node that was closed while its request is at the service, which has yet to say that it made job 7 of it, or why it made none. */
async function stillAtTheService(): Promise<{ life: Life; answerIt: () => void; failIt: (error: SoilError) => void }> {
  const life = await Life.begin();
  const service = new ScriptedService();
  const answer = later<JobAddress>();
  service.creations = [() => answer.promise];
  await submitAndClose(life, service);
  return { life, answerIt: () => answer.resolve(service.jobAddress('7')), failIt: answer.reject };
}

describe('Submissions of deleted nodes', () => {
  it('are dropped with a line each if their job was created', async () => {
    const first = await Life.begin();
    await submit(first, new ScriptedService());
    const second = await Life.begin(first.disk.afterKill(), first.clock);
    await first.end();
    const lines = await second.keeper.retain((node) => node !== 'submit');
    assert.deepEqual(lines, ['The soil-submit node submit was deleted: the message of its job 1 does not go on. The job itself goes on at the service.']);
    assert.deepEqual([await isOpenOn(second.disk), await second.keeper.retain(() => false)], [{ unknown: 0, created: 0 }, []]);
    await second.end();
  });

  it('are dropped with a line each if no answer came', async () => {
    const second = await lifeAfterSending();
    const lines = await second.keeper.retain((node) => node !== 'submit');
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /soil-submit node submit was deleted.*may or may not exist/);
    assert.deepEqual(await isOpenOn(second.disk), { unknown: 0, created: 0 });
    await second.end();
  });

  it('are dropped with a line each if the answer came only after the deploy that deleted their node', async () => {
    const { life, answerIt } = await stillAtTheService();
    assert.deepEqual(await life.keeper.retain((node) => node !== 'submit'), []);
    answerIt();
    await life.clock.advance(2_000);
    assert.deepEqual(life.log, [], 'a deploy that brings the node back may be under way');
    await life.clock.advance(2_000);
    assert.match(life.log.join(), /^The soil-submit node submit was deleted: the message of its job 7 does not go on\. [^,]*$/);
    assert.deepEqual(await isOpenOn(life.disk), { unknown: 0, created: 0 });
    await life.end();
  });

  it('are there for their node if a later deploy brought it back', async () => {
    const { life, answerIt } = await stillAtTheService();
    await life.keeper.retain(() => false);
    await life.keeper.retain(() => true);
    answerIt();
    await life.clock.advance(1);
    const node = listener();
    life.keeper.outcomes.attach('submit', node);
    await life.clock.advance(1);
    assert.deepEqual([node.news.length, life.log], [1, []]);
    await life.end();
  });

  it('are there for their node if the answer came while the deploy that brings it back was under way', async () => {
    const { life, answerIt } = await stillAtTheService();
    await life.keeper.retain(() => false);
    life.flowGate.close();
    answerIt();
    await life.clock.advance(1);
    life.flowGate.open();
    await life.clock.advance(500);
    await life.keeper.retain(() => true);
    const node = listener();
    life.keeper.outcomes.attach('submit', node);
    await life.clock.advance(10_000);
    assert.deepEqual([node.news.length, life.log], [1, []]);
    await life.end();
  });
});
