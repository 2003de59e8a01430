import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/sandbox';

/** A field of about 4 ha and an area of about 900 km2, both near Wageningen in the Netherlands. */
export const SMALL_FIELD = 'POLYGON((5.66 51.97,5.663 51.97,5.663 51.972,5.66 51.972,5.66 51.97))';
export const LARGE_AREA = 'POLYGON((5.5 51.9,5.9 51.9,5.9 52.2,5.5 52.2,5.5 51.9))';
export const OPEN_SEA = 'POLYGON((-30.003 40,-30 40,-30 40.002,-30.003 40.002,-30.003 40))';

interface Answer {
  status: number;
  headers: Headers;
  // The shape is what the tests check.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

/** A connection of its own for a request: one that is kept may be closed by the server while a busy machine is about to use it. */
const OWN_CONNECTION = { connection: 'close' };

/** A sandbox and the few calls that the tests make of it, on plain `fetch`. */
export class SandboxClient {
  private constructor(
    readonly sandbox: Sandbox,
    readonly token: string,
  ) {}

  static async start(options: SandboxOptions = {}): Promise<SandboxClient> {
    const sandbox = await startSandbox(options);
    const answer = await requestToken(sandbox);
    return new SandboxClient(sandbox, String(answer.json.access_token));
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } });
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path, {});
  }

  /** Sends to a path of the API or to a whole address, with the token. */
  async send(method: string, target: string, init: { body?: string; headers?: Record<string, string> }): Promise<Answer> {
    const url = target.startsWith('http') ? target : this.sandbox.baseUrl + target;
    return read(await fetch(url, { method, ...init, headers: { ...OWN_CONNECTION, authorization: `Bearer ${this.token}`, ...init.headers } }));
  }

  /** Creates a job and returns its address. */
  async createJob(body: Record<string, unknown>, operation = 'soil-data-by-geometry/queries'): Promise<string> {
    const { json } = await this.post(`/v1/${operation}`, body);
    return String(json.Location);
  }

  /** Reads a job until it has a link. */
  async link(location: string): Promise<string> {
    for (let attempt = 0; attempt < 5000; attempt++) {
      const { json } = await this.get(location);
      if (json.result) return String(json.result.url);
      await wait(20);
    }
    throw new Error('the job was not completed');
  }

  /** The zip of a request. */
  async export(body: Record<string, unknown>): Promise<Buffer> {
    const answer = await fetch(await this.link(await this.createJob(body)));
    return Buffer.from(await answer.arrayBuffer());
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }
}

/** Asks for a token; fields of the form can be changed or left out (`undefined`). */
export async function requestToken(sandbox: Sandbox, changes: Record<string, string | undefined> = {}): Promise<Answer> {
  const fields: Record<string, string | undefined> = {
    grant_type: 'client_credentials',
    audience: `${sandbox.baseUrl}/`,
    client_id: sandbox.clientId,
    client_secret: sandbox.clientSecret,
    ...changes,
  };
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  return read(await fetch(`${sandbox.authUrl}/oauth/token`, { method: 'POST', body: form, headers: OWN_CONNECTION }));
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === '' ? undefined : JSON.parse(text) };
}
