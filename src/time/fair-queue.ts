/** A link of a chain: knows its neighbours, so that it can leave from anywhere in constant time. */
abstract class Link<L> {
  previous: L | undefined;
  next: L | undefined;
}

class Chain<L extends Link<L>> {
  first: L | undefined;
  private last: L | undefined;

  push(link: L): void {
    link.previous = this.last;
    link.next = undefined;
    if (this.last) this.last.next = link;
    else this.first = link;
    this.last = link;
  }

  remove(link: L): void {
    if (link.previous) link.previous.next = link.next;
    else this.first = link.next;
    if (link.next) link.next.previous = link.previous;
    else this.last = link.previous;
  }
}

/** Those who wait under one key; a link in the round of all keys. */
class Line<T> extends Link<Line<T>> {
  /** Those who were served and came again: ahead of the others, first come, first served. */
  readonly again = new Chain<QueueEntry<T>>();
  readonly others = new Chain<QueueEntry<T>>();
  constructor(readonly key: string) {
    super();
  }

  get first(): QueueEntry<T> | undefined {
    return this.again.first ?? this.others.first;
  }
}

/** Somebody who waits in a {@link FairQueue}: hand it back to leave early. */
class QueueEntry<T> extends Link<QueueEntry<T>> {
  /** The line that it stands in; nothing once it was served or has left. */
  line: Line<T> | undefined;
  constructor(
    readonly item: T,
    readonly isAgain: boolean,
  ) {
    super();
  }
}

/** A queue that serves its keys in turn, first come, first served within a key: a flood delays only its own key. Every step takes constant time. */
export class FairQueue<T> {
  private readonly lines = new Map<string, Line<T>>();
  private readonly round = new Chain<Line<T>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Waits at the end of the key's line; with `isAgain`, after having been served, ahead of all who were not, but behind those who came again before. */
  add(key: string, item: T, isAgain = false): QueueEntry<T> {
    let line = this.lines.get(key);
    if (!line) {
      line = new Line<T>(key);
      this.lines.set(key, line);
      this.round.push(line);
    }
    const entry = new QueueEntry(item, isAgain);
    entry.line = line;
    (isAgain ? line.again : line.others).push(entry);
    this.count++;
    return entry;
  }

  /** The next to be served, if anybody waits; its key goes to the end of the round. */
  take(): T | undefined {
    const line = this.round.first;
    const entry = line?.first;
    if (!line || !entry) return undefined;
    this.round.remove(line);
    this.round.push(line);
    this.remove(entry);
    return entry.item;
  }

  /** Leaves early. Does nothing for somebody who was served or has left. */
  remove(entry: QueueEntry<T>): void {
    const { line } = entry;
    if (!line) return;
    entry.line = undefined;
    (entry.isAgain ? line.again : line.others).remove(entry);
    this.count--;
    if (line.first) return;
    this.round.remove(line);
    this.lines.delete(line.key);
  }
}
