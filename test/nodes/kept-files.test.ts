import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { KeptFiles } from '../../nodes/runtime/keeping/kept-files';
import type { FileWork } from '../../src/jobs/files/job-files';
import type { FlowMessage } from '../../src/jobs/messages/flow-message';
import { later } from '../jobs/scripted-service';

describe('A node that keeps its messages while it works on their files', () => {
  let userDir = '';
  beforeEach(async () => {
    userDir = await mkdtemp(path.join(os.tmpdir(), 'kept-files-'));
  });
  afterEach(() => rm(userDir, { recursive: true, force: true }));

  interface Life {
    files: KeptFiles;
    closing: AbortController;
    warnings: string[];
    received: FlowMessage[];
    close: () => Promise<void>;
  }

  function runtime(): object {
    const nodes = { eachNode: (see: (node: object) => void) => see({ id: 'node', type: 'soil-download' }), getNode: () => undefined };
    return { settings: { userDir }, events: new EventEmitter(), log: { warn: () => undefined, info: () => undefined }, nodes };
  }

  /** A life of the node, before the flows have started. */
  function life({ id = 'node', alias, reads, RED = runtime() }: { id?: string; alias?: string; reads?: boolean; RED?: object } = {}): Life {
    const [warnings, received]: [string[], FlowMessage[]] = [[], []];
    const node = Object.assign(new EventEmitter(), {
      ...{ id, ...(alias !== undefined && { _alias: alias }) },
      warn: (line: string) => warnings.push(line),
      receive: (message: FlowMessage) => received.push(message),
    });
    const files = new KeptFiles(RED as never, node as never, reads);
    const close = (): Promise<void> => {
      node.emit('close');
      return files.release();
    };
    return { files, closing: new AbortController(), warnings, received, close };
  }

  /** Lets the work on a message begin in a life, and breaks it off. */
  async function breakOff({ files, closing }: Life, id: string): Promise<void> {
    const broken = files.carryOut(
      work(id, closing, () => {
        closing.abort(new Error('closed'));
        return Promise.resolve();
      }),
    );
    await assert.rejects(broken, /closed/);
  }

  function work(id: string, { signal }: AbortController, fetch: () => Promise<void>): Omit<FileWork<void>, 'node' | 'reads'> {
    return { message: { _msgid: id, soil: { job: { id } } }, signal, fetch, handOver: () => undefined };
  }

  it('gets those of its earlier life at the start of the flows, even if another message comes before', async () => {
    const before = life();
    const [begun, file] = [later<void>(), later<void>()];
    const broken = before.files.carryOut(
      work('j1', before.closing, () => {
        begun.resolve();
        return file.promise;
      }),
    );
    await begun.promise;
    before.closing.abort(new Error('closed'));
    file.resolve();
    await Promise.all([assert.rejects(broken, /closed/), before.files.release()]);

    const next = life();
    await next.files.carryOut(work('j2', next.closing, () => Promise.resolve()));
    await next.files.attach(() => undefined);
    await next.files.release();
    assert.deepEqual([next.received.map(({ _msgid }) => _msgid), before.warnings, next.warnings], [['j1'], [], []]);
  });

  it('does not end its life before all of them are done: the next life finds no part of a file still being written', async () => {
    const { files, closing } = life();
    const [begun, file] = [later<void>(), later<void>()];
    const broken = files.carryOut(
      work('j1', closing, () => {
        begun.resolve();
        return file.promise;
      }),
    );
    await begun.promise;
    closing.abort(new Error('closed'));
    let isOver = false;
    const released = files.release().then(() => (isOver = true));
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(isOver, false);
    file.resolve();
    await Promise.all([assert.rejects(broken, /closed/), released]);
  });

  it('does not touch one that reaches a life that is over: a later life has handed it over by then', async () => {
    const taken = async ({ files, received }: ReturnType<typeof life>): Promise<FlowMessage[]> => {
      await files.attach(() => undefined);
      return received;
    };
    const first = life();
    const broken = first.files.carryOut(work('j1', first.closing, () => new Promise((_, reject) => first.closing.signal.addEventListener('abort', () => reject(new Error('closed'))))));
    setImmediate(() => first.closing.abort(new Error('closed')));
    await assert.rejects(broken, /closed/);
    await first.files.release();

    const second = life();
    const [late] = await taken(second);
    second.closing.abort(new Error('closed'));
    await second.files.release();
    const third = life();
    const [message] = await taken(third);
    await third.files.carryOut({ ...work('j1', third.closing, () => Promise.resolve()), message: message! });
    await assert.rejects(second.files.carryOut({ ...work('j1', second.closing, () => Promise.resolve()), message: late! }), /closed/);
    await third.files.release();
    const fourth = life();
    assert.deepEqual(await taken(fourth), []);
    await fourth.files.release();
  });

  it('knows one from an earlier life until its work has ended: a flow may lead it back', async () => {
    const first = life();
    await breakOff(first, 'j1');
    await first.close();
    const second = life();
    await second.files.attach(() => undefined);
    const [message] = second.received;
    const isTakenUp = [second.files.isTakenUp(message!)];
    await second.files.carryOut({ ...work('j1', second.closing, () => Promise.resolve()), message: message! });
    isTakenUp.push(second.files.isTakenUp(message!));
    await second.close();
    assert.deepEqual(isTakenUp, [true, false]);
  });

  it('gets one again whose work is broken off while it is there, though no journal was there at its start', async () => {
    const reading = life({ reads: true });
    await reading.files.attach(() => undefined);
    await breakOff(reading, 'j1');
    const { files, received } = reading;
    assert.deepEqual([received.map(({ _msgid }) => _msgid), received.map((message) => files.isTakenUp(message))], [['j1'], [true]]);
    await reading.close();
  });

  it('gets those from before its subflow existed when the instance that had them is gone', async () => {
    const before = life({ id: 'inner' });
    await breakOff(before, 'j1');
    await before.close();
    const RED = runtime();
    const [holder, other] = ['one', 'other'].map((id) => life({ id, alias: 'inner', RED })) as [Life, Life];
    for (const { files } of [holder, other]) await files.attach(() => undefined);
    assert.deepEqual([holder, other].map(({ received }) => received.length), [1, 0]);
    await holder.close();
    // As after each deploy.
    await other.files.attach(() => undefined);
    assert.deepEqual(other.received.map(({ _msgid }) => _msgid), ['j1']);
    await other.close();
  });
});
