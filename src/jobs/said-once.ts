const MOST_KEPT = 100;

/** A log that says each line once. */
export class SaidOnce {
  private readonly said = new Set<string>();

  constructor(private readonly log: (line: string) => void) {}

  say(line: string): void {
    if (this.said.has(line)) return;
    if (this.said.size < MOST_KEPT) this.said.add(line);
    this.log(line);
  }

  /** What of a node's messages is on no disk (see {@link StoredMessage.left}). */
  sayWhatIsLeft(node: string, left: readonly string[]): void {
    if (left.length === 0) return;
    this.say(
      `Messages that wait in node ${node} hold ${left.join(', ')}, which cannot be kept on the disk: ` +
        'after a restart of Node-RED they go on without.',
    );
  }
}
