import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Problem } from '../problem';

/** Signs the links to result files and checks them: anyone with a link may read the file until it expires, without a token (section 2.5). */
export class LinkSigner {
  private readonly key = randomBytes(32);

  constructor(
    private readonly linkSeconds: number,
    private readonly now: () => number,
  ) {}

  /** A link to `path` on `origin`, and when it expires, ISO 8601 UTC. */
  sign(origin: string, path: string): { url: string; expires: string } {
    const expires = this.now() + this.linkSeconds * 1000;
    const query = new URLSearchParams({ expires: String(expires), signature: this.signature(path, String(expires)) });
    return { url: `${origin}${path}?${query.toString()}`, expires: new Date(expires).toISOString() };
  }

  /**
   * @throws Problem 403 if the signature is missing or does not fit path and expiry, 410 if the link has expired
   */
  check(path: string, query: URLSearchParams): void {
    const expires = query.get('expires') ?? '';
    const sent = Buffer.from(query.get('signature') ?? '');
    const right = Buffer.from(this.signature(path, expires));
    if (sent.length !== right.length || !timingSafeEqual(sent, right)) {
      throw new Problem(403, 'link-signature', 'The signature of the link is wrong. Read the status of the job for a new link.');
    }
    if (this.now() >= Number(expires)) {
      throw new Problem(410, 'link-expired', `The link expired at ${new Date(Number(expires)).toISOString()}. Read the status of the job for a new link.`);
    }
  }

  private signature(path: string, expires: string): string {
    return createHmac('sha256', this.key).update(`${path}\n${expires}`).digest('hex');
  }
}
