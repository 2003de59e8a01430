import { SoilError } from '../errors/soil-error';
import type { HttpAnswer } from '../transport/http-exchange';
import { oauthError } from './token-answer';

/** What answered a sign-in is no token endpoint, and has not looked at the credentials. */
export class NoTokenEndpoint extends SoilError {}

/** RFC 6749, 5.2, then RFC 8707, 2, and 4.1.2.1 of the former, which some servers use here. */
const CODES_OF_SIGN_INS: ReadonlySet<string> = new Set(
  'invalid_request invalid_client invalid_grant unauthorized_client unsupported_grant_type invalid_scope invalid_target access_denied'.split(' '),
);

/** Whether a code is one with which token endpoints refuse. Any other, or none, may come from another server, as when the two URLs are swapped. */
export function isCodeOfSignIn(code: string): boolean {
  return CODES_OF_SIGN_INS.has(code);
}

/** Why a refusal comes from no token endpoint, as the beginning of a sentence; undefined if it may come from one. */
export function whyNoTokenEndpoint({ status, headers, body }: HttpAnswer): string | undefined {
  if (status === 404 || status === 405) return 'There is no token endpoint at this address';
  const code = oauthError(body);
  // RFC 6750, 3: the challenge of an API to a request without a token, and its code for a wrong one.
  const isOfApi = code === 'invalid_token' || (!isCodeOfSignIn(code) && /\bbearer\b/i.test(headers['www-authenticate'] ?? ''));
  return isOfApi ? 'It asks for a token instead of giving one' : undefined;
}
