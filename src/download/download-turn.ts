import type { Delay } from '../transport/http-exchange';
import type { OriginGate } from '../transport/origin-gate';

/** Who wants to download. */
export interface DownloadVisitor {
  /** Fairness key: the node on whose behalf it is. */
  flow?: string;
  signal?: AbortSignal;
  /** Told where others come first. */
  onDelay?: (delay: Delay) => void;
}

/**
 * Downloads when it is one's turn at a gate, and holds the place until that has ended, well or not: with the transfer, the part on the disk and what is
 * read of the zip. Whoever waits holds neither a connection nor a file.
 *
 * @throws what the work throws; the signal's reason
 */
export async function inTurn<File>(gate: OriginGate, { flow = '', signal, onDelay }: DownloadVisitor, download: () => Promise<File>): Promise<File> {
  signal?.throwIfAborted();
  const onWait = (reason: Delay['reason'], seconds: number): void => onDelay?.({ reason, seconds });
  await gate.enter({ flow, urgent: false, again: false, patienceMs: Infinity, signal, onWait });
  try {
    return await download();
  } finally {
    gate.leave(false);
  }
}
