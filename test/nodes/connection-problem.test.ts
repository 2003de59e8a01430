import assert from 'node:assert/strict';
import { problemOf } from '../../nodes/admin/connection-problem';
import { SoilError } from '../../src/errors/soil-error';

describe('What keeps a connection from being made', () => {
  for (const [detail, problem] of [
    ['EAI_AGAIN', 'nameNotFound'],
    ['ECONNREFUSED', 'refused'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'noTls'],
    ['CERT_NOT_YET_VALID', 'certificateDate'],
    ['CERT_HAS_EXPIRED', 'certificateDate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'handshake'],
    ['EPROTO', 'handshake'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['time limit (headers)', 'timeout'],
    ['answer 407 to CONNECT', 'unreachable'],
    ['proxy: UND_ERR_CONNECT_TIMEOUT', 'unreachable'],
  ] as const) {
    it(`is told to the dialog: ${detail} is ${problem}`, () => {
      assert.equal(problemOf(new SoilError('SOIL_UNAVAILABLE', 'Could not sign in.', { detail }), 'authUrl'), problem);
    });
  }

  for (const [code, field, cause, problem] of [
    ['SOIL_REQUEST', 'baseUrl', { status: 403, detail: 'No' }, 'notAllowed'],
    ['SOIL_REQUEST', 'baseUrl', { status: 403, detail: 'Missing Authentication Token' }, 'notThisService'],
    ['SOIL_AUTH', 'authUrl', { status: 400, detail: 'invalid_target: Unknown audience' }, 'audience'],
    ['SOIL_AUTH', 'authUrl', { status: 401, detail: 'invalid_client' }, 'credentials'],
  ] as const) {
    it(`is told to the dialog: ${cause.status}, ${cause.detail}, is ${problem}`, () => {
      assert.equal(problemOf(new SoilError(code, 'Could not connect.', cause), field), problem);
    });
  }
});
