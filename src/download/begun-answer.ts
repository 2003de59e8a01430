import type { ByteAnswer, TakeBytes } from '../transport/byte-exchange';

/** An answer whose first bytes have come. `read` hands them over as well. */
export interface BegunAnswer extends ByteAnswer {
  /** As many as were waited for, and what came with them; fewer if the body has no more. */
  readonly first: Buffer;
}

/** Waits for the first bytes of a body: they may tell what is to be made of it. Rejects like {@link ByteAnswer.read}. */
export function begunAnswer(answer: ByteAnswer, bytes: number): Promise<BegunAnswer> {
  return new Promise((resolve, reject) => {
    let first: Buffer = Buffer.alloc(0);
    let take: TakeBytes | undefined;
    let readBy!: (take: TakeBytes) => void;
    const reader = new Promise<TakeBytes>((found) => (readBy = found));
    const body = answer.read((chunk) => {
      if (take) return take(chunk);
      first = Buffer.concat([first, chunk]);
      if (first.length < bytes) return undefined;
      const read = (by: TakeBytes): Promise<void> => {
        readBy(by);
        return body;
      };
      resolve({ ...answer, first, read });
      return reader.then((by) => (take = by)(first));
    });
    // Of a body that was shorter.
    const read = async (by: TakeBytes): Promise<void> => by(first);
    body.then(() => resolve({ ...answer, first, read }), reject);
  });
}
