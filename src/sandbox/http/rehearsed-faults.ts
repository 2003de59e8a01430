import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '../problem';

/** What can happen to a request: an error status instead of its answer, or a connection cut before it is carried out or amid its answer. */
const FAULTS = [429, 500, 503, 'unheard', 'cut'] as const;

/** Makes a random share of all requests fail: to test that flows withstand failures of services and networks. */
export class RehearsedFaults {
  /**
   * @param percent of all requests, including those for tokens and files
   * @param random from 0 to below 1
   */
  constructor(
    private readonly percent: number,
    private readonly random: () => number = Math.random,
  ) {}

  /**
   * Starts the fault of a request, if it is to have one. Returns whether it is still to be answered.
   * @throws Problem 429, 500, 503
   */
  spare(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.random() * 100 >= this.percent) return true;
    const fault = FAULTS[Math.floor(this.random() * FAULTS.length)];
    if (fault === 'unheard') request.socket.destroy();
    else if (fault === 'cut') cutShort(response);
    else if (fault !== undefined) throw new Problem(fault, 'rehearsed', 'This fault is deliberate: --fault-percent asks for it.', fault === 429 ? { 'retry-after': '1' } : {});
    return fault !== 'unheard';
  }
}

/** Lets only half of the first piece of an answer out. */
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
