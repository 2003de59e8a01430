import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '../problem';

/** What befalls a request: an answer in place of its own, a line that breaks before it was heard, or in the middle of the answer to what was done. */
const FAULTS = [429, 500, 503, 'unheard', 'cut'] as const;

/** Faults of a share of all requests, by chance: for flows that are to stand what services and lines do to them. */
export class RehearsedFaults {
  /**
   * @param percent of all requests, those for tokens and files too
   * @param random from 0 to below 1
   */
  constructor(
    private readonly percent: number,
    private readonly random: () => number = Math.random,
  ) {}

  /**
   * Lets what befalls a request begin. Gives whether it is still to be answered.
   * @throws Problem 429, 500, 503
   */
  spare(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.random() * 100 >= this.percent) return true;
    const fault = FAULTS[Math.floor(this.random() * FAULTS.length)];
    if (fault === 'unheard') request.socket.destroy();
    else if (fault === 'cut') cutShort(response);
    else if (fault !== undefined) throw new Problem(fault, 'rehearsed', 'This fault is rehearsed: --fault-percent asks for it.', fault === 429 ? { 'retry-after': '1' } : {});
    return fault !== 'unheard';
  }
}

/** Only half of the first piece of an answer leaves. */
function cutShort(response: ServerResponse): void {
  const write = response.write.bind(response) as (piece: Uint8Array, sent: () => void) => boolean;
  let isCut = false;
  const cut = (piece: unknown): void => {
    if (isCut) return;
    isCut = true;
    if (piece instanceof Uint8Array && piece.length > 1) write(piece.subarray(0, piece.length >> 1), () => response.destroy());
    else response.destroy();
  };
  Object.assign(response, {
    write: (piece: unknown): boolean => {
      cut(piece);
      return false;
    },
    end: (piece: unknown): ServerResponse => {
      cut(piece);
      return response;
    },
  });
}
