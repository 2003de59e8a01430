import assert from 'node:assert/strict';
import { SoilError } from '../../../src/errors/soil-error';
import { readJournal } from '../../../src/jobs/journal/journal-file';
import { Ledger } from '../../../src/jobs/ledger/ledger';
import type { LedgerChange } from '../../../src/jobs/ledger/ledger-change';
import type { FlowMessage } from '../../../src/jobs/messages/flow-message';
import type { SubmissionListener } from '../../../src/jobs/submissions/submission-outcomes';
import type { Job, JobAddress } from '../../../src/service/job';
import type { SoilQuery } from '../../../src/service/query';
import { Life } from '../life';
import type { MemoryDisk } from '../memory-disk';
import { ScriptedService } from '../scripted-service';

export const query = { geometry: 'POLYGON ((5 51, 5.2 51, 5.2 51.2, 5 51))', soilProperties: [2, 1] };
export const unanswered = new SoilError('SOIL_SUBMIT_UNKNOWN', 'The request was sent and no answer came.', { detail: 'ECONNRESET' });

interface SubmitOptions {
  reuse?: boolean;
  message?: Record<string, unknown>;
  signal?: AbortSignal;
  node?: string;
  query?: SoilQuery;
}

export function submit(life: Life, service: ScriptedService, options: SubmitOptions = {}): Promise<Job> {
  const { reuse = true, message = { _msgid: 'm1', payload: 'field' }, signal, node = 'submit' } = options;
  return life.keeper.submissions.submit({ service, kind: 'geometry', query: options.query ?? query, reuse, node, message, options: { signal } });
}

/** Submits, and closes the node before the submission has come to an end. */
export async function submitAndClose(life: Life, service: ScriptedService, options: Omit<SubmitOptions, 'signal'> = {}): Promise<void> {
  const closing = new AbortController();
  const submitted = assert.rejects(submit(life, service, { ...options, signal: closing.signal }), /The node was closed/);
  await life.clock.advance(1);
  closing.abort(new Error('The node was closed.'));
  await submitted;
}

/** A life after a kill: the one before it sent a request, and no answer had come. */
export async function lifeAfterSending(message?: Record<string, unknown>, service = new ScriptedService()): Promise<Life> {
  const first = await Life.begin();
  service.creations = [() => new Promise<JobAddress>(() => undefined)];
  void submit(first, service, { message });
  await first.clock.advance(1);
  return Life.begin(first.disk.afterKill(), first.clock);
}

export function listener(): SubmissionListener & { news: unknown[] } {
  const news: unknown[] = [];
  return {
    news,
    created: (message, job) => news.push(['created', message, job.id, job.redelivered]),
    unknown: (message, error) => news.push(['unknown', message, error.code]),
    unsent: (message) => news.push(['unsent', message]),
  };
}

/** A listener that also takes the messages whose requests were never sent. */
export function taker(): SubmissionListener & { news: unknown[]; given: FlowMessage[] } {
  const given: FlowMessage[] = [];
  return { ...listener(), given, unsent: (message) => void given.push(message) };
}

/** The submissions on a disk that are not settled: whose fate is unknown, and whose job was created. */
export async function isOpenOn(disk: MemoryDisk): Promise<{ unknown: number; created: number }> {
  const ledger = new Ledger();
  const bytes = disk.afterKill().contents('jobs.journal') ?? Buffer.alloc(0);
  await readJournal<LedgerChange>('jobs.journal', bytes, (change) => ledger.apply(change));
  const fates = [...ledger.submissions.values()].map(({ fate }) => fate);
  const count = (...wanted: typeof fates): number => fates.filter((fate) => wanted.includes(fate)).length;
  return { unknown: count('open', 'unanswered'), created: count('created') };
}
