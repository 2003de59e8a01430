/** Ends a turn: well, or as the rejected promise says. Ten thousand may be there, so it is one function. */
type Turn = (outcome: null | Promise<never>) => void;

/** The messages that came in while a node lives, until each has gone out: one from before a restart has no turn. */
export class Turns {
  /** By the message: a node that sends one object twice means two. */
  private readonly begun = new Map<object, Turn[]>();

  /** Gives what resolves, or rejects, when the turn ends, and what ends it with an error and takes it back before. */
  begin(message: object): { ended: Promise<null>; takeBack: (error: Error) => void } {
    let turn!: Turn;
    const ended = new Promise<null>((resolve) => (turn = resolve));
    this.begun.set(message, [...(this.begun.get(message) ?? []), turn]);
    const takeBack = (error: Error): void => {
      this.remove(message, turn);
      turn(Promise.reject(error));
    };
    return { ended, takeBack };
  }

  /** Ends the first turn of a message, with an error where there is one. Gives whether there was a turn. */
  end(message: object, error?: Error): boolean {
    const turn = this.begun.get(message)?.[0];
    if (!turn) return false;
    this.remove(message, turn);
    turn(error ? Promise.reject(error) : null);
    return true;
  }

  private remove(message: object, turn: Turn): void {
    const others = this.begun.get(message)?.filter((each) => each !== turn) ?? [];
    if (others.length > 0) this.begun.set(message, others);
    else this.begun.delete(message);
  }

  /** None of them ends any more. */
  clear(): void {
    this.begun.clear();
  }
}
