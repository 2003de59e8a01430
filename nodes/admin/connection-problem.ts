import type { SoilError } from '../../src/errors/soil-error';
import type { ConnectionProblem, ConnectionReach } from './admin-answers';

/** What an error means to a person looking at the settings. `field`: the setting whose address was asked. */
export function problemOf(error: SoilError, field: ConnectionReach['field']): ConnectionProblem {
  const { status, detail = '' } = error.cause;
  switch (error.code) {
    case 'SOIL_CONFIG':
      return detail === 'SECRET_NEEDED' ? 'secretNeeded' : 'settings';
    case 'SOIL_AUTH':
      if (status === 404 || status === 405) return 'notThisService';
      // A sign-in service gives a known client no token for an audience that it does not know, such as that of a wrong base path.
      if (status === 403 && field === 'authUrl') return 'audience';
      return status === 403 ? 'notAllowed' : 'credentials';
    case 'SOIL_RATE_LIMITED':
      return 'limited';
    case 'SOIL_UNAVAILABLE':
      return status === undefined ? networkProblem(`${detail} ${error.message}`) : 'failing';
    case 'SOIL_REQUEST':
      return status === 403 ? 'notAllowed' : 'notThisService';
    default:
      return 'notThisService';
  }
}

/** Node's and undici's names for what can go wrong before an answer comes. */
function networkProblem(text: string): ConnectionProblem {
  if (/ENOTFOUND|EAI_AGAIN|EAI_NODATA|EAI_NONAME/.test(text)) return 'nameNotFound';
  if (/ECONNREFUSED/.test(text)) return 'refused';
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(text)) return 'noTls';
  // On a machine whose clock is not set, every certificate is invalid.
  if (/CERT_(HAS_EXPIRED|NOT_YET_VALID)/.test(text)) return 'certificateDate';
  if (/EPROTO|_ALERT_/.test(text)) return 'handshake';
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_SSL|ERR_TLS/.test(text)) return 'certificate';
  if (/TIMEOUT|ETIMEDOUT|timed out/i.test(text)) return 'timeout';
  return 'unreachable';
}
