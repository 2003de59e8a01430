import type { WhenExists } from '../archive/place-folder';
import type { JobResult } from '../service/job';
import type { Clock } from '../time/clock';
import type { ResolveName } from '../transport/address-guard';
import type { TlsOptions } from '../transport/dispatcher';
import type { Delay } from '../transport/http-exchange';
import type { ProxyOptions } from '../transport/proxy-choice';
import type { DownloadFiles } from './download-files';
import type { DownloadProgress } from './progress';

/** What to fetch and how, to a file or into memory. */
export interface TransferRequest {
  /** The link of a completed job (section 2.5). */
  url: string;
  /** Its end, ISO 8601 UTC. */
  expires?: string;
  /** Reads the job again for a new link (section 4.7). */
  renew?: () => Promise<JobResult>;
  /** Larger files are refused. Default: no limit. */
  maxBytes?: number;
  /** Lets links lead to this machine and into private networks. */
  allowPrivateHosts: boolean;
  /** Identity of the service that has the job: another service may have a job with the same identifier. */
  service?: string;
  /** Origin of the API: if it is on this machine, links may be, too, even by plain http. It alone sees our client certificate. */
  apiOrigin: string;
  tls?: TlsOptions;
  proxy?: ProxyOptions;
  /** For connecting, for the headers and for a body that stands still. */
  timeoutSeconds: number;
  /** Longest waiting without progress. */
  retryBudgetSeconds: number;
  signal?: AbortSignal;
  /** At most twice a second, and at the end. */
  onProgress?: (progress: DownloadProgress) => void;
  onDelay?: (delay: Delay) => void;
}

/** A download to a file. */
export interface DownloadRequest extends TransferRequest {
  /** Identifier of the job: a broken-off download is resumed only for the same job of the same service; without it, for the same link (less query). */
  job?: string;
  /** Folder of the file; made if it is not there. */
  directory: string;
  /** Made safe: separators, reserved names and the like are replaced. */
  filename: string;
  /** What to do if the file (or the folder, with `extract`) is there already. */
  exists: WhenExists;
  /** Puts the files of the zip into a folder beside it, named like it. */
  extract?: boolean;
}

/** What comes in from outside: given by tests, the machine's own otherwise. */
export interface DownloadParts {
  clock?: Clock;
  random?: () => number;
  files?: DownloadFiles;
  /** A file of at most this many bytes stays in memory until it is whole. Default 512 KiB. */
  smallBytes?: number;
  /** Addresses of a name; the system's name service by default. */
  resolve?: ResolveName;
}

/** What is known of a download. */
export interface Downloaded {
  /** Of the zip; for a folder that was kept without its zip, of its files together. */
  bytes: number;
  /** SHA-256 of the zip, hexadecimal; `null` for a folder that was kept without its zip. */
  sha256: string | null;
  /** How often the transfer was resumed from bytes that it held. */
  resumed: number;
  /** Requests made for the file, redirects not counted; 0 if what was there was kept without any. */
  attempts: number;
  /** When the last link expires, ISO 8601 UTC. */
  expires: string | null;
  /** Files in the zip, or in the folder that was kept. */
  entries: number;
}

/** What came of a download to a file. */
export interface DownloadedFile extends Downloaded {
  /** Absolute path of the zip; with `extract`, of the folder with its files. */
  path: string;
  /** With `extract`: absolute path of the zip, if there is one. */
  archive?: string;
}

/** What came of a download into memory. */
export interface DownloadedBuffer extends Downloaded {
  buffer: Buffer;
}
