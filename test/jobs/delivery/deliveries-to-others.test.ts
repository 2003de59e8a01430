import assert from 'node:assert/strict';
import { SoilError } from '../../../src/errors/soil-error';
import type { FlowMessage } from '../../../src/jobs/messages/flow-message';
import type { Job } from '../../../src/service/job';
import { DownloadNode, linked, takenUpAfter } from '../files/job-download-scenario';
import { Life } from '../life';
import { completed, ScriptedService } from '../scripted-service';
import { waitListener } from '../wait-listener';

const TIMES = { timeoutMinutes: 60, firstPollSeconds: 1, maxPollSeconds: 1 };

describe('A message that has just left for nodes without a journal', () => {
  type Out = [id: unknown, what: 'completed' | 'failed', again: true | undefined];

  /** A `soil-wait` node for as long as a keeper lives, with what comes out of it. */
  function waitNode({ keeper }: Life, service: ScriptedService, then: (message: FlowMessage, job: Job) => void = () => undefined, node = 'wait'): Out[] {
    const out: Out[] = [];
    const come = (what: 'completed' | 'failed') => (message: FlowMessage, job: Job): void => {
      out.push([message._msgid, what, job.redelivered]);
      then(message, job);
    };
    keeper.waits.attach(node, service, waitListener({ completed: come('completed'), failed: (message, _error, job) => come('failed')(message, job) }));
    return out;
  }

  const wait = ({ keeper }: Life, service: ScriptedService, message: FlowMessage, node = 'wait'): Promise<void> =>
    keeper.waits.accept({ service, job: service.jobAddress('j1'), node, message, ...TIMES });

  /** Until the first message comes out, to the nearest 10 ms. */
  async function untilOut(life: Life, out: unknown[]): Promise<void> {
    for (let step = 0; out.length === 0; step++) {
      assert.ok(step < 1000);
      await life.clock.advance(10);
    }
  }

  /** Enough messages that the journal is rewritten. */
  async function compact(life: Life): Promise<void> {
    const compactions = (): number => life.disk.calls.filter((call) => call === 'rename jobs.journal').length;
    const service = new ScriptedService();
    for (const before = compactions(); compactions() === before; ) {
      await life.keeper.waits.accept({ service, job: service.jobAddress('j9'), node: 'other', message: { payload: 'x'.repeat(100_000) }, ...TIMES });
    }
  }

  async function outAfterKill(life: Life): Promise<{ out: Out[]; life: Life }> {
    const service = new ScriptedService();
    service.otherwise = completed('j1');
    const next = await life.kill();
    const listed = next.keeper.list().map(({ wait: id }) => id);
    assert.equal(new Set(listed).size, listed.length, 'each is on the list once');
    const out = waitNode(next, service);
    await next.clock.advance(5000);
    return { out, life: next };
  }

  async function left(state: 'completed' | 'failed'): Promise<Life> {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.otherwise = state === 'completed' ? completed('j1') : { phase: 'failed', status: 'Failed', description: '' };
    const out = waitNode(life, service, (message) => (message._msgid = 'changed'));
    await wait(life, service, { _msgid: 'm1' });
    await untilOut(life, out);
    return life;
  }

  it('comes again after a kill, marked, even if the journal was rewritten meanwhile', async () => {
    for (const state of ['completed', 'failed'] as const) {
      for (const anew of [false, true]) {
        const life = await left(state);
        if (anew) await compact(life);
        assert.deepEqual((await outAfterKill(life)).out, [['m1', 'completed', true]], `${state} ${anew}`);
      }
    }
  });

  it('comes again after a kill even if sending it took longer than its whole time, as with copies of many records', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    node.next = () => life.clock.pass(500);
    node.take(linked());
    await node.fetched();
    await life.clock.advance(50);
    assert.deepEqual((await takenUpAfter(life)).takenUp.map(({ _msgid }) => _msgid), ['m1']);
  });

  it('does not come again once it has had its time, even if the journal is rewritten later', async () => {
    const life = await left('completed');
    const node = new DownloadNode(life.keeper);
    node.take(linked({ _msgid: 'm2' }));
    await node.fetched();
    await life.clock.advance(100);
    await compact(life);
    const { out, life: next } = await outAfterKill(life);
    assert.deepEqual([out, new DownloadNode(next.keeper).takenUp], [[], []]);
  });

  it('has no link in a rewritten journal', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    // A link in a form that no rule knows, and the same link within a text.
    node.take(linked({ payload: 'https://other.example/x?y=other-CANARY', note: 'see https://other.example/x?y=other-CANARY' }));
    await node.fetched();
    await compact(life);
    const journal = (life.disk.contents('jobs.journal') as Buffer).toString();
    assert.match(journal, /other\.example/);
    assert.doesNotMatch(journal, /CANARY/);
    await life.end();
  });

  for (const rewritten of [false, true]) it(`does not come again if a person stopped it${rewritten ? ', even if the journal is rewritten later' : ''}`, async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const out = waitNode(life, service);
    await wait(life, service, { _msgid: 'm1' });
    assert.equal(await life.keeper.waits.cancel('wait'), 1);
    await (rewritten ? compact(life) : life.clock.advance(1));
    assert.deepEqual([out, (await outAfterKill(life)).out], [[['m1', 'failed', undefined]], []]);
  });

  it('comes again only out of the next node, if that is a soil-wait or a soil-download', async () => {
    // Which tries it again, as flows do.
    const life = await Life.begin();
    const service = new ScriptedService();
    service.otherwise = { phase: 'failed', status: 'Failed', description: '' };
    let again: Promise<void> | undefined;
    const out = waitNode(life, service, (message) => void (again ??= wait(life, service, message, 'second')));
    await wait(life, service, { _msgid: 'm1' });
    await untilOut(life, out);
    await again;
    await life.clock.advance(1);
    const next = await life.kill();
    const later = new ScriptedService();
    later.otherwise = completed('j1');
    const outs = ['wait', 'second'].map((node) => waitNode(next, later, undefined, node));
    await next.clock.advance(5000);
    assert.deepEqual(outs, [[], [['m1', 'completed', undefined]]]);

    const first = new DownloadNode(next.keeper, 'first');
    const message = linked();
    first.take(message);
    await first.fetched();
    new DownloadNode(next.keeper, 'second').take(message);
    await next.clock.advance(1);
    const last = await next.kill();
    assert.deepEqual(['first', 'second'].map((id) => new DownloadNode(last.keeper, id).takenUp.length), [0, 1]);
    await last.end();
  });

  it('is not submitted a second time if it was resubmitted after its job failed', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.otherwise = { phase: 'failed', status: 'Failed', description: '' };
    let anew: Promise<unknown> | undefined;
    const out = waitNode(life, service, (message, job) => {
      Object.assign(message, { soil: { job } });
      anew = life.keeper.submissions.submit({ service, kind: 'geometry', query: { geometry: 'POINT (1 1)' }, reuse: false, options: {}, node: 'submit', message }).catch((error: unknown) => error);
    });
    await wait(life, service, { _msgid: 'm1' });
    await untilOut(life, out);
    await anew;
    await life.clock.advance(1);
    assert.deepEqual((await outAfterKill(life)).out, []);
  });

  it('stays forgotten if it was forgotten at once', async () => {
    const life = await left('completed');
    assert.equal(await life.keeper.forget('j1'), true);
    await life.clock.advance(200);
    const next = await life.kill();
    assert.deepEqual(next.keeper.list(), []);
    await next.end();
  });

  it('comes again after a kill even if its job was forgotten at once', async () => {
    const life = await left('completed');
    assert.equal(await life.keeper.forget('j1'), true);
    assert.deepEqual(life.keeper.list(), []);
    assert.deepEqual((await outAfterKill(life)).out, [['m1', 'completed', true]]);
  });

  it('says that it may have come before even if its download fails the second time', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    node.take(linked());
    await node.fetched();
    const next = new DownloadNode((await life.kill()).keeper);
    await next.failed(0, new SoilError('SOIL_DOWNLOAD', 'gone'));
    assert.deepEqual([next.errors.length, next.origins.map(({ again }) => again)], [1, [true]]);
  });
});
