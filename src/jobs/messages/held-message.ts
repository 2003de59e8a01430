import type { FlowMessage } from './flow-message';
import { messageName } from './message-name';
import { readMessageText } from './message-text';
import { linkIn } from './signed-link';
import { storedMessage } from './stored-message';

/** A message that waits: the object itself while its process lives, or its text from the disk until somebody needs the object. */
export class HeldMessage {
  /** The name in a text from the disk: looked up once, and the message stays a text. */
  private nameInText: string | undefined;

  private constructor(
    private held: FlowMessage | string,
    /** Whether the object has parts that the disk lacks. */
    readonly partlyStored: boolean,
    /** Whether it is from the disk, which has no signed parts of links. */
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

  /** What a person calls it; `undefined` if it has no name. */
  name(): string | undefined {
    if (typeof this.held !== 'string') return messageName(this.held);
    this.nameInText ??= messageName(readMessageText(this.held)) ?? '';
    return this.nameInText || undefined;
  }

  /** What goes to the disk. */
  text(): string {
    return typeof this.held === 'string' ? this.held : storedMessage(this.held, Infinity).text;
  }

  /** The same, but a link in the payload counts as signed, whatever it looks like. */
  textWithoutLink(): string {
    return typeof this.held === 'string' ? this.held : storedMessage(this.held, Infinity, linkIn(this.held.payload)).text;
  }
}

/** The name of a message, for the list of jobs, which outlives the message. */
export function named(held: HeldMessage): { name?: string } {
  const name = held.name();
  return name === undefined ? {} : { name };
}
