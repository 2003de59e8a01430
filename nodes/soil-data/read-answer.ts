import { asSentence } from '../../src/errors/as-sentence';
import { isSoilError, SoilError } from '../../src/errors/soil-error';
import { addTo } from '../../src/records/problem-list';
import { recordsFromAnswer, type ReadAnswer } from '../../src/records/synchronous-answer';
import { remarkLines } from '../../src/service/answers/remark-lines';
import type { SoilDataAnswer } from '../../src/service/soil-service';

/** What an answer holds, and whether it says that something is missing in it. */
export interface AnswerReading extends ReadAnswer {
  isPartial: boolean;
}

/**
 * Reads an answer, and what it says of itself: an error that comes with a 2xx and without data is one (`SOIL_RESPONSE`); with data, and where
 * there are more pages, it is a problem.
 *
 * @param asItIs whether the answer is passed on: then it may have any shape, and its records and sources are told where it is one that can be read
 */
export function readAnswer(answer: SoilDataAnswer, asItIs: boolean, noValues?: ReadonlySet<number | string>): AnswerReading {
  const reading = asItIs ? readWhereReadable(answer) : readRecords(answer, noValues);
  const { records, problems } = reading;
  const remarks = remarkLines(answer.remarks, records.length + problems.count, 'ask for a smaller area, or submit a job');
  for (const remark of remarks) addTo(problems, remark);
  return { ...reading, isPartial: remarks.length > 0 };
}

function readRecords({ content, exchange, remarks }: SoilDataAnswer, noValues: ReadonlySet<number | string> | undefined): ReadAnswer {
  const { complaint } = remarks;
  try {
    const reading = recordsFromAnswer(content, exchange, noValues);
    if (complaint === undefined || reading.records.length > 0) return reading;
  } catch (error) {
    if (complaint === undefined || !isSoilError(error, 'SOIL_RESPONSE')) throw error;
  }
  throw new SoilError('SOIL_RESPONSE', `Could not read the soil data: the service answered with an error in place of data: ${asSentence(complaint)} Try again later, or ask the service.`, {
    ...exchange,
    detail: complaint,
  });
}

function readWhereReadable({ content }: SoilDataAnswer): ReadAnswer {
  try {
    return recordsFromAnswer(content);
  } catch (error) {
    if (!isSoilError(error, 'SOIL_RESPONSE')) throw error;
    return { records: [], problems: { count: 1, first: [error.message] } };
  }
}
