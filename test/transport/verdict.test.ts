import assert from 'node:assert/strict';
import { verdictOnAnswer, verdictOnFailure } from '../../src/transport/verdict';

describe('The verdict on a try', () => {
  for (const [status, safe, notTaken] of [
    [200, 'take', 'take'],
    [202, 'take', 'take'],
    [204, 'take', 'take'],
    [299, 'take', 'take'],
    ...([300, 301, 302, 303] as const).map((status) => [status, 'refuse', 'take'] as const),
    [304, 'refuse', 'refuse'],
    [305, 'refuse', 'refuse'],
    [308, 'refuse', 'refuse'],
    [307, 'refuse', 'refuse'],
    [399, 'refuse', 'refuse'],
    [400, 'take', 'take'],
    [401, 'take', 'take'],
    [403, 'take', 'take'],
    [404, 'take', 'take'],
    [409, 'take', 'take'],
    [422, 'take', 'take'],
    [408, 'repeat', 'unknown'],
    [425, 'repeat', 'unknown'],
    [429, 'repeat', 'repeat'],
    [499, 'take', 'take'],
    [500, 'repeat', 'unknown'],
    [501, 'refuse', 'unknown'],
    [502, 'repeat', 'unknown'],
    [503, 'repeat', 'unknown'],
    [504, 'repeat', 'unknown'],
    [505, 'refuse', 'unknown'],
    [507, 'repeat', 'unknown'],
    [520, 'repeat', 'unknown'],
    [522, 'repeat', 'unknown'],
    [524, 'repeat', 'unknown'],
    [530, 'repeat', 'unknown'],
    [599, 'repeat', 'unknown'],
  ] as const) {
    it(`is ${safe} for ${status}, and ${notTaken} if a job is created`, () => {
      assert.equal(verdictOnAnswer(status, 'safe'), safe);
      assert.equal(verdictOnAnswer(status, 'only-if-not-taken'), notTaken);
    });
  }

  for (const [sent, outlook, safe, notTaken] of [
    [false, 'passing', 'repeat', 'repeat'],
    [false, 'final', 'refuse', 'refuse'],
    [true, 'passing', 'repeat', 'unknown'],
    [true, 'final', 'refuse', 'unknown'],
  ] as const) {
    it(`is ${safe} for a ${outlook} failure ${sent ? 'after' : 'before'} the sending, and ${notTaken} if a job is created`, () => {
      assert.equal(verdictOnFailure(sent, outlook, 'safe'), safe);
      assert.equal(verdictOnFailure(sent, outlook, 'only-if-not-taken'), notTaken);
    });
  }
});
