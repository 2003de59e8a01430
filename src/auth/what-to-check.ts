/**
 * What to check if a sign-in or a token is refused, in one wording, as the end of a sentence: the fault is in the soil service, not in the node that
 * failed.
 *
 * @param more what else may be wrong
 */
export function whatToCheck(more = ''): string {
  return `"Client id" and "Client secret" of the soil service that this node uses${more}.`;
}
