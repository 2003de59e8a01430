import type { WhenExists } from '../archive/place-folder';
import type { JobResult } from '../service/job';
import type { Clock } from '../time/clock';
import type { ResolveName } from '../transport/address-guard';
import type { TlsOptions } from '../transport/dispatcher';
import type { Delay } from '../transport/http-exchange';
import type { ProxyOptions } from '../transport/proxy-choice';
import type { DownloadFiles } from './download-files';
import type { DownloadProgress } from './progress';

/** What to fetch and how, wherever it goes. */
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
  /** Identity of the service whose job it is: another service may have a job of the same identifier. */
  service?: string;
  /** Origin of the API: where it is on this machine, links may be so too, also by plain http; and it alone sees our client certificate. */
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
  /** Identifier of the job: a broken-off download is gone on from for the same job of the same service only. Without it, the link without its query counts. */
  job?: string;
  /** Folder of the file; made where it is not there. */
  directory: string;
  /** Made safe: separators, reserved names and the like are replaced. */
  filename: string;
  /** What to do where the file (or the folder, with `extract`) is there already. */
  exists: WhenExists;
  /** Puts the files of the zip into a folder beside it, named like it. */
  extract?: boolean;
}

export interface DownloadParts {
  clock?: Clock;
  random?: () => number;
  files?: DownloadFiles;
  /** A file of at most so many bytes stays in memory until it is whole. Default 512 KiB. */
  smallBytes?: number;
  /** Addresses of a name; the system's name service by default. */
  resolve?: ResolveName;
}

/** What is known of what came. */
export interface Downloaded {
  /** Of the zip; of a folder that was kept and whose zip is not there, of its files together. */
  bytes: number;
  /** SHA-256 of the zip, hexadecimal; `null` for a folder that was kept and whose zip is not there. */
  sha256: string | null;
  /** How often the transfer went on from bytes that it held. */
  resumed: number;
  /** Requests made for the file, redirects not counted; 0 where what was there was enough. */
  attempts: number;
  /** End of the last link, ISO 8601 UTC. */
  expires: string | null;
  /** Files in the zip, or in the folder that was kept. */
  entries: number;
}

export interface DownloadedFile extends Downloaded {
  /** Absolute path of the zip; with `extract`, of the folder with its files. */
  path: string;
  /** With `extract`: absolute path of the zip, where there is one. */
  archive?: string;
}

export interface DownloadedBuffer extends Downloaded {
  buffer: Buffer;
}
