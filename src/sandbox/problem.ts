/**
 * An answer that is no success, in the shape of RFC 9457 (`application/problem+json`).
 * The specification shows no error bodies (section 7), so the sandbox takes the standard one.
 */
export class Problem extends Error {
  readonly status: number;
  /** Short word for the kind of problem; part of the `type` URI. */
  readonly kind: string;
  readonly headers: Record<string, string>;

  constructor(status: number, kind: string, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.name = 'Problem';
    this.status = status;
    this.kind = kind;
    this.headers = headers;
  }

  /** The JSON body. `instance` is the path of the request, without its query. */
  body(instance: string): Record<string, unknown> {
    return {
      type: `urn:soil-sandbox:${this.kind}`,
      title: TITLES[this.status] ?? 'Error',
      status: this.status,
      detail: this.message,
      instance,
    };
  }
}

const TITLES: Record<number, string | undefined> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};
