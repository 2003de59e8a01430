import { errorText, type ShownError } from './error-text';
import { sharedText } from './shared-text';

/** An admin route said no. The message is for people: plain text in the editor's language. */
export class AdminError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Longer than the runtime itself waits for a service. A Node-RED that stands still, or a network that is gone, gives no answer at all. */
const PATIENCE_MS = 60_000;

/**
 * Asks an admin route of this package: GET without a body, POST with one. Goes through jQuery, which Node-RED gives the
 * access token of the editor's user; the address is relative, so that it works under `httpAdminRoot`.
 */
export function askAdmin<Answer>(path: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    $.ajax({
      url: `soil-data/${path}`,
      dataType: 'json',
      timeout: PATIENCE_MS,
      ...(body ? { method: 'POST', contentType: 'application/json', data: JSON.stringify(body) } : { method: 'GET' }),
      success: (answer: Answer) => resolve(answer),
      error: (request: JQuery.jqXHR) => reject(errorOf(request)),
    });
  });
}

function errorOf(request: JQuery.jqXHR): AdminError {
  const { code, message, sentence } = (request.responseJSON ?? {}) as Partial<ShownError>;
  if (request.status === 0) return new AdminError('OFFLINE', sharedText('admin.offline'));
  // Node-RED names the way to log in where it does not know who asks, and no way where it does.
  if (request.status === 401 && request.getResponseHeader('www-authenticate') !== null) return new AdminError('LOGGED_OUT', sharedText('admin.loggedOut'));
  if (request.status === 401 || (request.status === 403 && code === undefined)) return new AdminError('NOT_PERMITTED', sharedText('admin.notPermitted', { permission: lacking() }));
  if (request.status === 404) return new AdminError('NOT_THERE', sharedText('admin.notThere'));
  if (code === undefined || message === undefined) return new AdminError('UNKNOWN', sharedText('admin.failed', { status: request.status }));
  return new AdminError(code, errorText({ code, message, ...(sentence && { sentence }) }));
}

/** Who may not even read lacks that first. */
function lacking(): string {
  return RED.user?.hasPermission('soil-data.read') === false ? 'soil-data.read' : 'soil-data.write';
}
