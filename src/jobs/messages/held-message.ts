import type { FlowMessage } from './flow-message';
import { messageName } from './message-name';
import { readMessageText } from './message-text';
import { linkIn } from './signed-link';
import { storedMessage } from './stored-message';

/** A message that waits: the object itself while its process lives, or its text from the disk until somebody needs the object. */
export class HeldMessage {
  /** Of a message that is a text from the disk: read once, and the text stays what it is. */
  private nameInText: string | undefined;

  private constructor(
    private held: FlowMessage | string,
    /** Whether the object has parts that the disk has not. */
    readonly partlyStored: boolean,
    /** Whether it is from the disk, where no signed part of a link is. */
    readonly isFromDisk: boolean,
  ) {}

  static live(message: FlowMessage, partlyStored: boolean): HeldMessage {
    return new HeldMessage(message, partlyStored, false);
  }

  static stored(text: string): HeldMessage {
    return new HeldMessage(text, false, true);
  }

  /** Another object with the same parts. */
  copy(): HeldMessage {
    return new HeldMessage({ ...this.message }, this.partlyStored, this.isFromDisk);
  }

  /** The same object at every call. */
  get message(): FlowMessage {
    if (typeof this.held === 'string') this.held = readMessageText(this.held);
    return this.held;
  }

  /** What a person calls it; `undefined` where it has no name. */
  name(): string | undefined {
    if (typeof this.held !== 'string') return messageName(this.held);
    this.nameInText ??= messageName(readMessageText(this.held)) ?? '';
    return this.nameInText || undefined;
  }

  /** What goes to the disk. */
  text(): string {
    return typeof this.held === 'string' ? this.held : storedMessage(this.held, Infinity).text;
  }

  /** The same, where a link in the payload counts as signed, whatever it looks like. */
  textWithoutLink(): string {
    return typeof this.held === 'string' ? this.held : storedMessage(this.held, Infinity, linkIn(this.held.payload)).text;
  }
}

/** The name of a message, for the list of jobs, which outlives the message. */
export function named(held: HeldMessage): { name?: string } {
  const name = held.name();
  return name === undefined ? {} : { name };
}
