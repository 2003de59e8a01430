import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { forwardTime } from './forward-time';
import { pathOf, sendProblem } from './http/answer';
import { RehearsedFaults } from './http/rehearsed-faults';
import { LinkSigner } from './http/result-link';
import { TokenDesk } from './http/token-desk';
import { JobStore } from './jobs/job-store';
import { ResultFiles } from './jobs/result-files';
import { Problem } from './problem';
import { API_PATH, AUTH_PATH, Service } from './service';

/** Settings of a sandbox. */
export interface SandboxOptions {
  /** Default 0: a free port. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  clientId?: string;
  /** Default: made up anew at each start. */
  clientSecret?: string;
  /** Lifetime of a token, default 86,400. */
  tokenSeconds?: number;
  /** Time from creation to completion of a job, default 4. */
  jobSeconds?: number;
  /** Lifetime of a download link, default 1,800. */
  linkSeconds?: number;
  /** Slows downloads down, so that progress can be seen. Default: not at all. */
  bytesPerSecond?: number;
  /** Share of all requests that fail, to test that flows withstand it. Default 0. */
  faultPercent?: number;
  /** Jobs are kept here and survive a restart. Default: only in memory. */
  directory?: string;
  /** A line for each request and each fault, without secrets. */
  log?: (line: string) => void;
  /** Wall time, for tests. Transfers run on the machine's own. */
  clock?: { now(): number };
  /** Decides about faults, for tests. */
  random?: () => number;
}

/** A running sandbox. */
export interface Sandbox {
  /** `{base_url}` and `{auth_url}` of the specification. */
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Cuts open connections, stops work on files and removes temporary ones. Kept jobs stay. */
  close(): Promise<void>;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Starts the service of the specification as an HTTP server on this machine. All its data are synthetic.
 * @throws the system's error if the port is taken or the directory cannot be written
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  const log = options.log ?? (() => undefined);
  const { clock } = options;
  const now = clock ? () => clock.now() : forwardTime();
  const clientId = options.clientId ?? 'sandbox-client';
  const clientSecret = options.clientSecret ?? randomBytes(18).toString('base64url');
  const { tokenSeconds = 86_400, jobSeconds = 4, linkSeconds = 1_800, bytesPerSecond, directory } = options;
  const stopping = new AbortController();
  const isOwnHost = (name: string): boolean => !LOOPBACK.includes(urlHost(host)) || LOOPBACK.includes(name);
  // Under whatever name and port this machine is reached.
  const isAudience = (audience: string): boolean =>
    URL.canParse(audience) && isOwnHost(new URL(audience).hostname) && audience === `http://${new URL(audience).host}${API_PATH}/`;
  const tokens = new TokenDesk({ clientId, clientSecret, tokenSeconds, now, isAudience });
  const jobs = await JobStore.open(directory === undefined ? undefined : path.join(directory, 'jobs'), now(), log);
  const files = await ResultFiles.open(directory === undefined ? undefined : path.join(directory, 'files'), stopping.signal);
  const links = new LinkSigner(linkSeconds, now);
  const service = new Service({ tokens, jobs, files, links, now, jobSeconds, bytesPerSecond });

  const faults = new RehearsedFaults(options.faultPercent ?? 0, options.random);

  const server = createServer((request, response) => {
    const started = performance.now();
    response.on('close', () => {
      const outcome = response.writableFinished ? response.statusCode : 'cut';
      log(`${request.method ?? ''} ${pathOf(request)} ${outcome} ${Math.round(performance.now() - started)} ms`);
    });
    const answer = async (): Promise<void> => {
      if (faults.spare(request, response)) await service.answer(request, response, originOf(request, isOwnHost));
    };
    answer().catch((error: unknown) => {
      // If the client went away or the sandbox is closing, there is nobody to answer.
      if (!response.destroyed) sendProblem(request, response, error, log);
    });
  });
  try {
    server.listen(options.port ?? 0, host);
    await once(server, 'listening');
  } catch (error) {
    await files.close();
    throw error;
  }

  const origin = `http://${urlHost(reachable(host))}:${(server.address() as AddressInfo).port}`;
  let closed: Promise<void> | undefined;
  return {
    baseUrl: origin + API_PATH,
    authUrl: origin + AUTH_PATH,
    clientId,
    clientSecret,
    close: () => (closed ??= closeAll(server, files, stopping)),
  };
}

/**
 * The origin by which the client reached the sandbox. A sandbox on the loopback interface answers only to loopback names, so that a web page
 * cannot reach it through a name of its own that points here.
 * @throws Problem 400, 421
 */
function originOf(request: IncomingMessage, isOwnHost: (name: string) => boolean): string {
  const url = `http://${request.headers.host ?? ''}`;
  if (!request.headers.host || !URL.canParse(url)) throw new Problem(400, 'host', 'The host header is missing or malformed.');
  const { hostname, origin } = new URL(url);
  if (!isOwnHost(hostname)) throw new Problem(421, 'host', 'This sandbox answers only at its own address.');
  return origin;
}

/** An address by which this machine reaches a server on all interfaces. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

/** A host as written in a URL. */
function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

async function closeAll(server: Server, files: ResultFiles, stopping: AbortController): Promise<void> {
  stopping.abort();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
  await files.close();
}
