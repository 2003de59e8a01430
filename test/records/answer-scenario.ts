import assert from 'node:assert/strict';
import { recordsFromAnswer } from '../../src/records/formats/synchronous-answer';

/** A data feed of elements. */
export function feed(...elements: unknown[]): unknown {
  return { '@type': 'DataFeed', dataFeedElement: elements };
}

/** An element of a feed, made of cells. */
export function element(...cells: Record<string, unknown>[]): unknown {
  return { '@type': 'DataFeedItem', item: cells.map((cell) => ({ '@type': 'PropertyValue', ...cell })) };
}

/** The one record of an answer that is read without a problem. */
export async function only(answer: unknown) {
  const { records, problems } = await recordsFromAnswer(answer);
  assert.deepEqual(problems, { count: 0, first: [] });
  assert.equal(records.length, 1);
  return records[0]!;
}
