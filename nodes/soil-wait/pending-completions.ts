/** Completes a message: well, or as the rejected promise says. Ten thousand may be there, so it is one function. */
type Complete = (outcome: null | Promise<never>) => void;

/** The messages that came in while a node lives, until each has gone out: one from before a restart is not among them. */
export class PendingCompletions {
  /** By the message: a node that sends one object twice means two. */
  private readonly begun = new Map<object, Complete[]>();

  /** Gives what resolves, or rejects, when the message is completed, and what completes it with an error and takes it back before. */
  begin(message: object): { ended: Promise<null>; takeBack: (error: Error) => void } {
    let complete!: Complete;
    const ended = new Promise<null>((resolve) => (complete = resolve));
    const others = this.begun.get(message);
    // Made to measure: a list that others are spread into takes room for seventeen.
    this.begun.set(message, others ? [...others, complete] : [complete]);
    const takeBack = (error: Error): void => {
      this.remove(message, complete);
      complete(Promise.reject(error));
    };
    return { ended, takeBack };
  }

  /** Completes a message for the first of the times that it came, with an error where there is one. Gives whether it was pending. */
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

  /** None of them is completed any more. */
  clear(): void {
    this.begun.clear();
  }
}
