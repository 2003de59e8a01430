import { errorText, type ShownError } from './words/error-text';
import { sharedText } from './words/shared-text';

/** Longer than the runtime itself waits for a service. A Node-RED that hangs, or a lost network, gives no answer at all. */
const PATIENCE_MS = 60_000;

/**
 * Asks an admin route of this package: GET without a body, POST with one. Goes through jQuery, to which Node-RED gives the
 * access token of the editor's user; the address is relative, so that it works under `httpAdminRoot`. If the route refuses, rejects with a message
 * for people, in the editor's language.
 */
export function askAdmin<Answer>(path: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    $.ajax({
      url: `soil-data/${path}`,
      dataType: 'json',
      timeout: PATIENCE_MS,
      ...(body ? { method: 'POST', contentType: 'application/json', data: JSON.stringify(body) } : { method: 'GET' }),
      success: (answer: Answer) => resolve(answer),
      error: (request: JQuery.jqXHR) => reject(new Error(wordsOf(request))),
    });
  });
}

function wordsOf(request: JQuery.jqXHR): string {
  const { code, message, sentence } = (request.responseJSON ?? {}) as Partial<ShownError>;
  if (request.status === 0) return sharedText('admin.offline');
  // Node-RED names a way to log in only if it does not know who asks.
  if (request.status === 401 && request.getResponseHeader('www-authenticate') !== null) return sharedText('admin.loggedOut');
  if (request.status === 401 || (request.status === 403 && code === undefined)) return sharedText('admin.notPermitted', { permission: lacking() });
  if (request.status === 404) return sharedText('admin.notThere');
  if (code === undefined || message === undefined) return sharedText('admin.failed', { status: request.status });
  return errorText({ code, message, sentence });
}

/** The permission that is missing: reading, if the user may not even read. */
function lacking(): string {
  return RED.user?.hasPermission('soil-data.read') === false ? 'soil-data.read' : 'soil-data.write';
}
