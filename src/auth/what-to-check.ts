/**
 * What to check where a sign-in or a token is refused, in one wording, as the end of a sentence: what is wrong is in the soil service, and not in the
 * node that failed.
 *
 * @param more what else may be wrong
 */
export function whatToCheck(more = ''): string {
  return `"Client id" and "Client secret" of the soil service that this node uses${more}.`;
}
