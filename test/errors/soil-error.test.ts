import assert from 'node:assert/strict';
import { SoilError } from '../../src/errors/soil-error';

describe('The cause of an error', () => {
  it('has a field for what is known, and none for what is not', () => {
    const { cause } = new SoilError('SOIL_REQUEST', 'No.', { status: 400, method: 'GET', url: undefined, retryAfter: undefined, detail: '' });
    assert.deepEqual(cause, { status: 400, method: 'GET' });
    assert.deepEqual(new SoilError('SOIL_REQUEST', 'No.').cause, {});
  });

  it('counts whole seconds, so that nobody comes back too early', () => {
    const [part, none] = [0.2, 0].map((retryAfter) => new SoilError('SOIL_RATE_LIMITED', 'Later.', { retryAfter }).cause);
    assert.deepEqual([part, none], [{ retryAfter: 1 }, { retryAfter: 0 }]);
  });

  it('has at most 500 characters of anybody\'s words, without control characters', () => {
    const { cause } = new SoilError('SOIL_REQUEST', 'No.', { detail: `a\u001bb${'x'.repeat(1000)}` });
    assert.equal(cause.detail, `a b${'x'.repeat(497)}`);
  });
});
