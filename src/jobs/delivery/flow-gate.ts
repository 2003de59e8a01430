import { abortable } from '../../time/abortable';

/**
 * Whether messages may leave their nodes: not while it is closed. While flows are changed, the next node may be away, and Node-RED silently drops what
 * is sent to it: until that is over, messages stay where they are, and in the journal.
 */
export class FlowGate {
  private closed: { over: Promise<void>; end: () => void } | undefined;

  close(): void {
    if (this.closed) return;
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    this.closed = { over, end };
  }

  open(): void {
    this.closed?.end();
    this.closed = undefined;
  }

  /**
   * Gives nothing if it is open: thousands may ask at once. Otherwise resolves when it opens.
   *
   * @throws the signal's reason if it is aborted first
   */
  whenOpen(signal?: AbortSignal): Promise<void> | undefined {
    return this.closed && abortable(this.closed.over, signal);
  }
}
