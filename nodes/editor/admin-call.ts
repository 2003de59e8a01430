import { errorText, type ShownError } from './error-text';
import { sharedText } from './text';

/** An admin route said no. The message is for people: plain text in the editor's language. */
export class AdminError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Asks an admin route of this package: GET without a body, POST with one. Goes through jQuery, which Node-RED gives the
 * access token of the editor's user; the address is relative, so that it works under `httpAdminRoot`.
 */
export function askAdmin<Answer>(path: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    $.ajax({
      url: `soil-data/${path}`,
      dataType: 'json',
      ...(body ? { method: 'POST', contentType: 'application/json', data: JSON.stringify(body) } : { method: 'GET' }),
      success: (answer: Answer) => resolve(answer),
      error: (request: JQuery.jqXHR) => reject(errorOf(request)),
    });
  });
}

function errorOf(request: JQuery.jqXHR): AdminError {
  const { code, message, sentence } = (request.responseJSON ?? {}) as Partial<ShownError>;
  if (request.status === 0) return new AdminError('OFFLINE', sharedText('admin.offline'));
  if (request.status === 401 || (request.status === 403 && code === undefined)) return new AdminError('NOT_PERMITTED', sharedText('admin.notPermitted'));
  if (request.status === 404) return new AdminError('NOT_THERE', sharedText('admin.notThere'));
  if (code === undefined || message === undefined) return new AdminError('UNKNOWN', sharedText('admin.failed', { status: request.status }));
  return new AdminError(code, errorText({ code, message, ...(sentence && { sentence }) }));
}
