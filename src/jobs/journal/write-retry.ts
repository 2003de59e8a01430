import type { SoilError } from '../../errors/soil-error';
import type { Clock } from '../../time/clock';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** A disk that is nearly full takes a short line and refuses the next long one: it has caught up when it has refused nothing for so long. */
const SETTLED_MS = 60_000;

/**
 * Retries what the disk has not taken, less and less often. The log says when the disk is behind, and when it has caught up: a line each, however
 * often it takes something in between.
 */
export class WriteRetry {
  private pauseMs = FIRST_PAUSE_MS;
  private callOff: (() => void) | undefined;
  /** Puts off the line that the disk has caught up. */
  private unsettle: (() => void) | undefined;
  private hasEnded = false;
  /** Whether the log has said that the disk is behind. */
  private isBehind = false;

  constructor(
    private readonly parts: { clock: Clock; log: (line: string) => void },
    private readonly write: () => void,
  ) {}

  get isPlanned(): boolean {
    return this.callOff !== undefined;
  }

  plan(cause: SoilError): void {
    this.callOffLine();
    if (this.callOff || this.hasEnded) return;
    if (!this.isBehind) this.parts.log(`${cause.message} What happens to jobs in the meantime is kept in memory and written as soon as the disk allows.`);
    this.isBehind = true;
    this.callOff = this.parts.clock.after(this.pauseMs, () => {
      this.callOff = undefined;
      this.write();
    });
    this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
  }

  /** The disk has refused what has not happened: nothing is owed, but it may be full still. */
  refused(): void {
    if (this.callOffLine()) this.settle();
  }

  /** The disk has all that has happened. */
  succeeded(): void {
    this.pauseMs = FIRST_PAUSE_MS;
    if (!this.isBehind) return;
    if (this.hasEnded) this.sayCaughtUp();
    else if (!this.unsettle) this.settle();
  }

  /** Nothing is planned from now on. */
  end(): void {
    this.hasEnded = true;
    this.callOff?.();
    if (this.callOffLine()) this.sayCaughtUp();
  }

  private settle(): void {
    this.unsettle = this.parts.clock.after(SETTLED_MS, () => {
      this.unsettle = undefined;
      this.sayCaughtUp();
    });
  }

  /** Whether the line was to come. */
  private callOffLine(): boolean {
    const wasToCome = this.unsettle !== undefined;
    this.unsettle?.();
    this.unsettle = undefined;
    return wasToCome;
  }

  private sayCaughtUp(): void {
    this.isBehind = false;
    this.parts.log('The job journal can be written again: what happened to jobs in the meantime is on the disk.');
  }
}
