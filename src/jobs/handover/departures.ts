import { attend } from '../../time/attend';

/**
 * Whether messages may leave their nodes. While flows are changed, the node behind may be away, and Node-RED drops what is sent to it without a
 * word: until that is over they stay where they are, and in the journal.
 */
export class Departures {
  private held: { over: Promise<void>; letGo: () => void } | undefined;

  /** From now on, messages stay. */
  hold(): void {
    if (this.held) return;
    let letGo = (): void => undefined;
    const over = new Promise<void>((resolve) => (letGo = resolve));
    this.held = { over, letGo };
  }

  letGo(): void {
    this.held?.letGo();
    this.held = undefined;
  }

  /**
   * Gives nothing where messages may leave now: thousands may do so at once. Otherwise resolves when they may.
   *
   * @throws the signal's reason where it is aborted before
   */
  await(signal?: AbortSignal): Promise<void> | undefined {
    return this.held && attend(this.held.over, signal);
  }
}
