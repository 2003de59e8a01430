import { NoTokenEndpoint } from '../../src/auth/no-token-endpoint';
import type { SoilError } from '../../src/errors/soil-error';
import { saysNoPath } from '../../src/service/refusal-words';
import type { ConnectionProblem, ConnectionReach } from './admin-answers';

/** What an error means to a person looking at the settings. `field`: the setting whose address was asked. */
export function problemOf(error: SoilError, field: ConnectionReach['field']): ConnectionProblem {
  const { status, detail = '' } = error.cause;
  switch (error.code) {
    case 'SOIL_CONFIG':
      return detail === 'SECRET_NEEDED' ? 'secretNeeded' : 'settings';
    case 'SOIL_AUTH':
      if (error instanceof NoTokenEndpoint) return 'noTokens';
      // A sign-in service gives a known client no token for an audience that it does not know, such as that of a wrong base path.
      if (field === 'authUrl' && (status === 403 || /^invalid_target\b/.test(detail))) return 'audience';
      return status === 403 ? 'notAllowed' : 'credentials';
    case 'SOIL_RATE_LIMITED':
      return 'limited';
    case 'SOIL_UNAVAILABLE':
      return status === undefined ? networkProblem(detail) : 'failing';
    case 'SOIL_REQUEST':
      return status === 403 && !saysNoPath(detail) ? 'notAllowed' : 'notThisService';
    default:
      return 'notThisService';
  }
}

/** Node's and undici's names for what can go wrong before an answer comes. */
function networkProblem(detail: string): ConnectionProblem {
  // The proxy was not reached, and nobody knows whether the service can be.
  if (detail.startsWith('proxy: ')) return 'unreachable';
  if (/ENOTFOUND|EAI_AGAIN|EAI_NODATA|EAI_NONAME/.test(detail)) return 'nameNotFound';
  if (/ECONNREFUSED/.test(detail)) return 'refused';
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(detail)) return 'noTls';
  // On a machine whose clock is not set, every certificate is invalid.
  if (/CERT_(HAS_EXPIRED|NOT_YET_VALID)/.test(detail)) return 'certificateDate';
  if (/EPROTO|_ALERT_/.test(detail)) return 'handshake';
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_SSL|ERR_TLS/.test(detail)) return 'certificate';
  if (/TIMEDOUT|TIMEOUT|time limit/.test(detail)) return 'timeout';
  return 'unreachable';
}
