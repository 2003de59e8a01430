import { isSoilError, SoilError } from '../../src/errors/soil-error';
import { recordsFromAnswer, type AnswerReadingOptions, type ReadAnswer } from '../../src/records/formats/synchronous-answer';
import { addTo } from '../../src/records/problem-list';
import { remarkLines } from '../../src/service/answers/remark-lines';
import type { SoilDataAnswer } from '../../src/service/soil-service';
import { asSentence } from '../../src/text/as-sentence';

type HowToRead = Omit<AnswerReadingOptions, 'exchange'>;

/** What an answer holds. */
interface AnswerReading extends ReadAnswer {
  /** False if it is passed on as it is and has a shape of its own. */
  isReadable: boolean;
}

/**
 * Reads an answer, and what it says of itself: an error in an answer with a 2xx status is thrown if there are no data (`SOIL_RESPONSE`); beside data
 * it is a problem, and so are further pages.
 *
 * @param asItIs whether the answer is passed on: then it may have any shape, its records and sources are given if they can be read, and what cannot
 *   be read is no problem
 */
export async function readAnswer(answer: SoilDataAnswer, asItIs: boolean, options: HowToRead = {}): Promise<AnswerReading> {
  const reading = asItIs ? await readWhereReadable(answer, options) : { ...(await readRecords(answer, options)), isReadable: true };
  const { records, problems: unread } = reading;
  const problems = asItIs ? { count: 0, first: [] } : unread;
  for (const remark of remarkLines(answer.remarks, records.length + unread.count, 'ask for a smaller area, or submit a job')) addTo(problems, remark);
  return { ...reading, problems };
}

async function readRecords({ content, exchange, remarks, says }: SoilDataAnswer, options: HowToRead): Promise<ReadAnswer> {
  const { complaint } = remarks;
  try {
    const reading = await recordsFromAnswer(content, { ...options, exchange });
    if (complaint === undefined || reading.records.length > 0) return reading;
  } catch (error) {
    if (!isSoilError(error, 'SOIL_RESPONSE')) throw error;
    if (complaint === undefined) throw says ? new SoilError(error.code, `${error.message} ${says}`, error.cause) : error;
  }
  throw new SoilError('SOIL_RESPONSE', `Could not read the soil data: the service answered with an error in place of data: ${asSentence(complaint)} Try again later, or ask the service.`, {
    ...exchange,
    detail: complaint,
  });
}

async function readWhereReadable({ content }: SoilDataAnswer, { signal }: HowToRead): Promise<AnswerReading> {
  try {
    return { ...(await recordsFromAnswer(content, { signal })), isReadable: true };
  } catch (error) {
    if (!isSoilError(error, 'SOIL_RESPONSE')) throw error;
    return { records: [], problems: { count: 0, first: [] }, isReadable: false };
  }
}
