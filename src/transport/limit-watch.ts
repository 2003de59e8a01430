import type { Clock } from '../time/clock';

/**
 * Watches the time limits of an exchange. Checks only when one may be over, not at each piece of progress, so that progress costs nothing.
 */
export class LimitWatch {
  /** Whether a limit was found to be over a moment ago. */
  private looksAgain = false;
  private callOffTimer: () => void;

  /**
   * @param firstMs until it looks for the first time
   * @param left milliseconds left until the next limit
   * @param over called once, when none are left
   */
  constructor(
    private readonly clock: Clock,
    firstMs: number,
    private readonly left: () => number,
    private readonly over: () => void,
  ) {
    this.callOffTimer = clock.after(firstMs, this.look);
  }

  callOff(): void {
    this.callOffTimer();
  }

  private readonly look = (): void => {
    const left = this.left();
    if (left > 0) this.callOffTimer = this.clock.after(left, this.look);
    else if (this.looksAgain) return this.over();
    else this.lookAgain();
    this.looksAgain = left <= 0;
  };

  /** If the whole process stood still, what was waited for may have arrived but not been read yet. */
  private lookAgain(): void {
    const immediate = setImmediate(this.look);
    this.callOffTimer = () => clearImmediate(immediate);
  }
}
