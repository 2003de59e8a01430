import { STATUS_CODES } from 'node:http';

/**
 * An error answer, in the shape of RFC 9457 (`application/problem+json`).
 * The specification shows no error bodies (section 7), so the sandbox uses the standard one.
 */
export class Problem extends Error {
  /** @param kind short word for the kind of problem; part of the `type` URI */
  constructor(
    readonly status: number,
    private readonly kind: string,
    detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(detail);
  }

  /** The JSON body. `instance` is the path of the request, without its query. */
  body(instance: string): Record<string, unknown> {
    const { status, kind, message: detail } = this;
    return { type: `urn:soil-sandbox:${kind}`, title: STATUS_CODES[status], status, detail, instance };
  }
}
