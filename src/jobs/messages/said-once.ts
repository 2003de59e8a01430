/** More than a large installation has nodes: only what a sender makes up is unlimited. */
const MOST_KEPT = 1000;

/** A log that says a line once, however often it comes. With too many, the one that has not come for longest counts as new again. */
export class SaidOnce {
  private readonly said = new Set<string>();

  constructor(private readonly log: (line: string) => void) {}

  say(line: string): void {
    const isNew = !this.said.delete(line);
    this.said.add(line);
    const [oldest] = this.said;
    if (this.said.size > MOST_KEPT) this.said.delete(oldest as string);
    if (isNew) this.log(line);
  }

  /** What of a node's messages is on no disk (see {@link StoredMessage.left}). */
  sayWhatIsLeft(node: string, left: readonly string[]): void {
    if (left.length === 0) return;
    this.say(
      `Messages that wait in node ${node} hold ${left.join(', ')}, which cannot be kept on the disk: ` +
        'after a restart of Node-RED they go on without that.',
    );
  }
}
