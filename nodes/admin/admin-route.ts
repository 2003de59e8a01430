import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NodeAPI } from 'node-red';
import { isSoilError, type SoilError } from '../../src/errors/soil-error';
import { parsedUrl } from '../../src/foreign/parsed-url';
import { GeometryError } from '../../src/geometry/geometry-error';

/** The two permissions of the package's admin routes, for `adminAuth` in Node-RED's settings. */
type Permission = 'soil-data.read' | 'soil-data.write';

/** A request of the editor, as Express hands it on: the body is parsed by Node-RED. */
interface AdminRequest extends IncomingMessage {
  body?: unknown;
}

type Next = () => void;
type Step = (request: AdminRequest, response: ServerResponse, next: Next) => void;

/** Answers a request of the editor. What it returns is sent as JSON; what it throws becomes an error with code and message. */
type AdminWork = (body: unknown) => Promise<unknown>;

/** Something in the request does not fit. The message is for developers: the dialogs never send such a thing. */
export class BadRequest extends Error {}

/** A route that only reads. It has no parameters: the rest of the path and the query are ignored. No page of another site may read it. */
export function readRoute(RED: NodeAPI, path: string, work: () => Promise<unknown>): void {
  RED.httpAdmin.get(`/soil-data/${path}`, noForeignOrigin, permission(RED, 'soil-data.read'), answer(RED, work));
}

/**
 * A route that does something. Only this editor reaches it: the body is JSON, which no form of another site can send,
 * and the request comes from the page of this Node-RED (Origin equals Host).
 *
 * @param needs the permission, or a function that derives it from the body
 */
export function actionRoute(RED: NodeAPI, path: string, needs: Permission | ((body: unknown) => Permission), work: AdminWork): void {
  const permitted: Step = (request, response, next) => {
    const needed = typeof needs === 'string' ? needs : needs(request.body);
    permission(RED, needed)(request, response, next);
  };
  RED.httpAdmin.post(`/soil-data/${path}`, ownOrigin, jsonBody, permitted, answer(RED, work));
}

function permission(RED: NodeAPI, needed: Permission): Step {
  return RED.auth.needsPermission(needed) as Step;
}

/**
 * Browsers send Origin with every POST, and no page can change it. Behind a proxy that sets a Host of its own, it is enough that the browser says,
 * in `Sec-Fetch-Site`, that page and address have the same origin: browsers send that over https, and no page can change it either.
 */
const ownOrigin: Step = (request, response, next) => {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const page = origin === undefined ? undefined : parsedUrl(origin);
  if (page && (site === 'same-origin' || (host !== undefined && page.host === withoutDefaultPort(host, page)))) {
    next();
    return;
  }
  refuse(response, 403, 'FOREIGN_ORIGIN', 'The request does not come from a page of this Node-RED. If Node-RED is behind a proxy, let the proxy pass on the Host header, with the port.');
};

/** Without `adminAuth`, Node-RED lets every site read its answers. For reads, browsers send Origin only if the request comes from another site. */
const noForeignOrigin: Step = (request, response, next) => {
  if (request.headers.origin === undefined) next();
  else ownOrigin(request, response, next);
};

function withoutDefaultPort(host: string, { protocol }: URL): string {
  return host.replace(protocol === 'https:' ? /:443$/ : /:80$/, '').toLowerCase();
}

/** Node-RED has read the body already, up to its `apiMaxLength`, even if a proxy sent it without its length. */
const jsonBody: Step = (request, response, next) => {
  if (/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) next();
  else refuse(response, 415, 'NOT_JSON', 'The body must be JSON.');
};

function answer(RED: NodeAPI, work: AdminWork): Step {
  return (request, response) => {
    // Also catches what is thrown synchronously: Express would show it on a page, with paths of this machine.
    const working = (async () => work(request.body))();
    working.then(
      (result) => sendJson(response, 200, result),
      (error: unknown) => {
        if (error instanceof BadRequest) refuse(response, 400, 'BAD_REQUEST', error.message);
        else if (isSoilError(error)) sendJson(response, 422, bodyOf(error));
        else {
          RED.log.error(`soil-data: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
          refuse(response, 500, 'INTERNAL', 'Something went wrong in Node-RED: see its log.');
        }
      },
    );
  };
}

/** Includes the sentence of a complaint about a shape, so that the editor can say it in its own language. */
function bodyOf(error: SoilError): object {
  const { code, message } = error;
  return { code, message, ...(error instanceof GeometryError && { sentence: error.sentence }) };
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  sendJson(response, status, { code, message });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  response.end(JSON.stringify(body));
}
