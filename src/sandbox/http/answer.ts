import type { IncomingMessage, ServerResponse } from 'node:http';
import { getSystemErrorMap } from 'node:util';
import { Problem } from '../problem';

export const JSON_LD = 'application/ld+json';
export const JSON_PLAIN = 'application/json';

/** Sends a JSON value. */
export function sendJson(
  response: ServerResponse,
  status: number,
  mediaType: string,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    'content-type': mediaType,
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-synthetic-data': 'true',
    ...headers,
  });
  response.end(body);
}

/** Sends what went wrong. Anything but a {@link Problem} is a fault of the sandbox: 500, with its message, which may name folders, only in the log. */
export function sendProblem(request: IncomingMessage, response: ServerResponse, error: unknown, log: (line: string) => void): void {
  const problem = error instanceof Problem ? error : new Problem(500, 'fault', whatFailed(error));
  if (problem !== error) log(`fault of the sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  sendJson(response, problem.status, 'application/problem+json', problem.body(pathOf(request)), problem.headers);
}

/** Says at least what the system refused, such as ENOSPC: a sandbox within Node-RED has no log. */
function whatFailed(error: unknown): string {
  const [code, meaning] = getSystemErrorMap().get((error as NodeJS.ErrnoException | undefined)?.errno ?? 0) ?? [];
  return code === undefined ? 'The sandbox failed, by a fault of its own.' : `The sandbox cannot keep its files: ${meaning} (${code}).`;
}

/** Path of a request, without its query: fit for a log. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/';
}

/**
 * Checks that the client accepts one of these media types (RFC 9110, section 12.5.1, without weights).
 * @throws Problem 406
 */
export function checkAccept(request: IncomingMessage, mediaTypes: readonly string[]): void {
  const accepted = (request.headers.accept ?? '*/*').split(',').map((range) => range.split(';')[0]?.trim().toLowerCase());
  if (accepted.some((range) => range === '*/*' || range === 'application/*' || mediaTypes.includes(range ?? ''))) return;
  throw new Problem(406, 'accept', `The answer would be ${mediaTypes.join(' or ')}, which the accept header does not allow.`);
}
