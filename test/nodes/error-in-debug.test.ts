import assert from 'node:assert/strict';
import { SoilError, type SoilErrorCause } from '../../src/errors/soil-error';

/** What brings values into the debug sidebar. */
const { util } = require('@node-red/util') as { util: { encodeObject(message: { msg: unknown }): { msg: string } } };

/** The cause of an error that no Catch node took, as the debug sidebar shows it. */
function shownCause(cause?: SoilErrorCause): string {
  const { msg } = util.encodeObject({ msg: new SoilError('SOIL_AUTH', 'The sign-in was refused.', cause) });
  return (JSON.parse(msg) as { data: { cause: string } }).data.cause;
}

describe('An error in the debug sidebar', () => {
  it('says what is known of the exchange', () => {
    const cause = { method: 'POST', url: 'https://auth.example/oauth/token', status: 401, detail: 'invalid_client' };
    assert.equal(shownCause(cause), 'POST https://auth.example/oauth/token, status 401, invalid_client');
    assert.equal(shownCause({ detail: 'ECONNREFUSED' }), 'ECONNREFUSED');
    assert.equal(shownCause(), '');
  });

  it('keeps its cause as plain JSON for a flow', () => {
    const { cause } = new SoilError('SOIL_AUTH', 'The sign-in was refused.', { status: 401 });
    assert.deepEqual([{ ...cause }, JSON.stringify(cause)], [{ status: 401 }, '{"status":401}']);
  });
});
