/** Completes a message, successfully or with the rejected promise. Ten thousand may be pending, so it is one function rather than two. */
type Complete = (outcome: null | Promise<never>) => void;

/** The messages that came in during this life of a node, until each has gone out; those from before a restart are not among them. */
export class PendingCompletions {
  /** By message: an object that is sent twice counts as two. */
  private readonly begun = new Map<object, Complete[]>();

  /** Returns a promise that settles when the message is completed, and a function that takes the message back with an error. */
  begin(message: object): { ended: Promise<null>; takeBack: (error: Error) => void } {
    let complete!: Complete;
    const ended = new Promise<null>((resolve) => (complete = resolve));
    const others = this.begun.get(message);
    // Made to measure: a list grown by a spread takes room for seventeen.
    this.begun.set(message, others ? [...others, complete] : [complete]);
    const takeBack = (error: Error): void => {
      this.remove(message, complete);
      complete(Promise.reject(error));
    };
    return { ended, takeBack };
  }

  /** Completes the first arrival of a message, with an error if there is one. Returns whether it was pending. */
  end(message: object, error?: Error): boolean {
    const complete = this.begun.get(message)?.[0];
    if (!complete) return false;
    this.remove(message, complete);
    complete(error ? Promise.reject(error) : null);
    return true;
  }

  private remove(message: object, complete: Complete): void {
    const others = this.begun.get(message)?.filter((each) => each !== complete) ?? [];
    if (others.length > 0) this.begun.set(message, others);
    else this.begun.delete(message);
  }

  /** Forgets all messages: none of them is completed any more. */
  clear(): void {
    this.begun.clear();
  }
}
