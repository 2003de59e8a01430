import type { SoilError } from '../../errors/soil-error';
import type { Clock } from '../../time/clock';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Retries what the disk has not taken, less and less often. The log says when the disk is behind, and when it has caught up. */
export class WriteRetry {
  private pauseMs = FIRST_PAUSE_MS;
  private callOff: (() => void) | undefined;
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
    if (this.callOff || this.hasEnded) return;
    if (!this.isBehind) this.parts.log(`${cause.message} What happens to jobs in the meantime is kept in memory and written as soon as the disk allows.`);
    this.isBehind = true;
    this.callOff = this.parts.clock.after(this.pauseMs, () => {
      this.callOff = undefined;
      this.write();
    });
    this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
  }

  /** The disk has all that has happened. */
  succeeded(): void {
    this.pauseMs = FIRST_PAUSE_MS;
    if (this.isBehind) this.parts.log('The job journal can be written again: what happened to jobs in the meantime is on the disk.');
    this.isBehind = false;
  }

  /** Nothing is planned from now on. */
  end(): void {
    this.hasEnded = true;
    this.callOff?.();
  }
}
