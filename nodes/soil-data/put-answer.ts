import { textIn } from '../../src/foreign/foreign-value';
import { SourceTally } from '../../src/records/data-source';
import { isInvented } from '../../src/records/invented-data';
import { LicenceFilter } from '../../src/records/licence-filter';
import type { SoilRecord } from '../../src/records/soil-record';
import type { SoilQuery } from '../../src/service/query';
import type { SoilDataAnswer } from '../../src/service/soil-service';
import type { Shape } from '../../src/shapes/shape-name';
import { inTurns } from '../../src/time/in-turns';
import { extendQuery } from '../runtime/settings/query-settings';
import { putRecords } from '../runtime/shaped-payload';
import { extendSoil, type SoilMessage } from '../runtime/soil-message';
import { knownDatasets, sourceOf } from '../runtime/source-of';
import { readAnswer } from './read-answer';

/** How an answer is put into a message. */
interface Putting {
  /** Whether it is passed on as it is. */
  isRaw: boolean;
  /** Licences to take; none: all. */
  licences: readonly string[];
  noValues: ReadonlySet<number | string> | undefined;
  shape: Shape | null;
  /** What the service was asked. */
  query: SoilQuery;
  /** Whether the service is known to be a sandbox. */
  synthetic: boolean;
  signal: AbortSignal;
}

/** What an answer held. */
interface Told {
  found: number;
  /** Of these, in the message. */
  records: number;
  /** False if it is passed on as it is and has a shape of its own. */
  isReadable: boolean;
  hasProblems: boolean;
}

/**
 * Puts what an answer holds into a message: its records, or the answer as it is; and into `msg.soil` what it came from, and what was wrong with it.
 *
 * @throws SoilError `SOIL_RESPONSE` as {@link readAnswer}; the signal's reason when aborted. The message is as it came then
 */
export async function putAnswer(msg: SoilMessage, answer: SoilDataAnswer, { isRaw, licences, noValues, shape, query, synthetic, signal }: Putting): Promise<Told> {
  const { records: found, problems, isReadable } = await readAnswer(answer, isRaw, { noValues, signal });
  const [filter, tally] = [new LicenceFilter(licences, knownDatasets(msg, query)), new SourceTally()];
  const records: SoilRecord[] = [];
  const take = (record: SoilRecord): void => {
    if (!filter.passes(record)) return tally.leaveOut(record);
    tally.add(record);
    records.push(record);
  };
  await inTurns(found, take, signal);
  const retrieved = new Date();
  // What can be broken off comes first: until then the message is as it came, for the node's next life.
  const unshaped = await putRecords(msg, shape, records, { first: true, retrieved, signal });
  extendQuery(msg, query);
  if (isRaw) msg.payload = answer.content;
  extendSoil(msg, {
    source: sourceOf(msg, tally, { retrieved, synthetic: synthetic || isInvented(textIn(answer.content, 'name') ?? '') }),
    problems,
    read: { found: found.length, records: records.length, otherLicences: found.length - records.length, ...unshaped },
  });
  return { found: found.length, records: records.length, isReadable, hasProblems: problems.count > 0 };
}
