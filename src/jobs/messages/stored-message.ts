import { SoilError } from '../../errors/soil-error';
import { withoutControls } from '../../text/without-controls';
import type { FlowMessage } from './flow-message';
import { escaped, marked } from './message-text';
import { linkIn, withoutSignatures } from './signed-link';
import { resultLink } from './told-job';

/** A message as it goes to the disk. */
export interface StoredMessage {
  /** The message as JSON for {@link readMessageText}, without the signed part of links. */
  text: string;
  /** What of the message is not stored: `msg.req`, or `the signed part of a link in msg.url`; at most {@link LISTED_PARTS}. */
  left: string[];
}

/** 16 MiB of JSON: an area of some 200,000 vertices, as text and as GeoJSON. */
export const LARGEST_MESSAGE_BYTES = 16 * 1024 * 1024;

/** For all Buffers of a message together: as much as does not burden every write of the journal. */
const LARGEST_BINARY_BYTES = 256 * 1024;
const DEEPEST_LEVEL = 100;
const LISTED_PARTS = 10;
const NOTHING = Symbol('not storable');
const UNREADABLE = Symbol('not readable');
/** Where the job's links are, which are read again from the service, and that of a download, which looks after its own. */
const READ_AGAIN = ['msg.payload', 'msg.payload.result.url', 'msg.soil.job.result.url'];

/**
 * What of a message can be kept on the disk: JSON, dates, and small Buffers. Functions, large Buffers, class instances (an HTTP request and
 * its response), cycles and the like stay with the message in memory, and are lost with the process. So is the signed part of links, except the
 * job's: its link is read again from the service when the job is handed over.
 *
 * @param link counts as signed, whatever it looks like, as `msg.soil.job.result.url` does
 * @throws SoilError `SOIL_STORAGE` if the JSON is larger than `largestBytes`
 */
export function storedMessage(message: FlowMessage, largestBytes = LARGEST_MESSAGE_BYTES, link?: string): StoredMessage {
  const left: string[] = [];
  const storable = new StorableParts([resultLink(message), link], left).of(message);
  const text = JSON.stringify(storable === NOTHING ? {} : storable);
  const bytes = Buffer.byteLength(text);
  if (bytes > largestBytes) {
    const found = (bytes / 1e6).toFixed(1);
    const allowed = (largestBytes / 1e6).toFixed(1);
    throw new SoilError(
      'SOIL_STORAGE',
      `The message is ${found} MB as JSON, but at most ${allowed} MB can be kept on the disk for a job. ` +
        'Take out what is not needed after the job (for example msg.payload, with a change node), or simplify the area, and send it again.',
    );
  }
  return { text, left };
}

/** Walks a value and copies only the branches that have something to leave out. */
class StorableParts {
  /** What the current value is a part of, the innermost last: meeting one of them again means a cycle. */
  private readonly ancestors: object[] = [];
  /** The names on the way to it. */
  private readonly names = ['msg'];
  private binaryBytes = 0;

  constructor(
    private readonly links: readonly (string | undefined)[],
    private readonly left: string[],
  ) {}

  of(value: unknown): unknown {
    switch (typeof value) {
      case 'string':
        return this.ofText(value);
      case 'boolean':
      case 'undefined':
        return value;
      case 'number':
        return Number.isFinite(value) ? value : this.leave();
      case 'object':
        if (value === null) return null;
        return this.ofBranch(value);
      default:
        return this.leave();
    }
  }

  private ofText(text: string): string {
    const bare = this.bare(text);
    if (bare === text) return text;
    const isReadAgain = READ_AGAIN.includes(this.path) && linkIn(text) !== undefined;
    if (!isReadAgain) this.list('the signed part of a link in ');
    return bare;
  }

  private ofBranch(branch: object): unknown {
    if (this.ancestors.length > DEEPEST_LEVEL || this.ancestors.includes(branch)) return this.leave();
    if (!Array.isArray(branch) && !isPlain(branch)) return this.ofInstance(branch);
    this.ancestors.push(branch);
    const storable = Array.isArray(branch) ? this.ofList(branch) : this.ofObject(branch as Record<string, unknown>);
    this.ancestors.pop();
    return storable;
  }

  private ofInstance(instance: object): unknown {
    if (Buffer.isBuffer(instance) && !this.isStorable(instance)) return this.leave();
    return marked(instance) ?? this.leave();
  }

  private isStorable(bytes: Buffer): boolean {
    if (this.binaryBytes + bytes.length > LARGEST_BINARY_BYTES) return false;
    const text = bytes.toString('latin1');
    if (this.bare(text) !== text) return false;
    this.binaryBytes += bytes.length;
    return true;
  }

  /** Without the signed part of links. */
  private bare(text: string): string {
    let bare = text;
    for (const link of this.links) bare = withoutSignatures(bare, link);
    return bare;
  }

  private ofList(list: unknown[]): unknown[] {
    let copy: unknown[] | undefined;
    for (let at = 0; at < list.length; at++) {
      const given = list[at];
      // Long lists of coordinates: most of their entries need no look.
      if (typeof given === 'number' && Number.isFinite(given)) continue;
      const storable = this.of(given);
      if (storable !== given) (copy ??= list.slice())[at] = storable === NOTHING ? null : storable;
    }
    return copy ?? list;
  }

  private ofObject(object: Record<string, unknown>): object | typeof NOTHING {
    const isMessage = this.ancestors.length === 1;
    const leftBefore = this.left.length;
    let changed: Map<string, unknown> | undefined;
    for (const name of Object.keys(object)) {
      const value = readable(object, name);
      this.names.push(name);
      const storable = this.of(value);
      this.names.pop();
      if (storable !== value) (changed ??= new Map()).set(name, storable);
    }
    if (!changed) return isMessage ? object : escaped(object);
    const given = Object.keys(object).map((name): [string, unknown] => [name, readable(object, name)]);
    if (!isMessage && isLive(given, changed)) {
      this.left.length = leftBefore;
      return this.leave();
    }
    const entries = given.map(([name, value]) => [name, changed.has(name) ? changed.get(name) : value] as const);
    // Defines each property, so that a property named __proto__ stays a property.
    const storable = Object.fromEntries(entries.filter(([, part]) => part !== NOTHING));
    return isMessage ? storable : escaped(storable);
  }

  private get path(): string {
    return this.names.join('.');
  }

  private leave(): typeof NOTHING {
    this.list('');
    return NOTHING;
  }

  private list(what: string): void {
    if (this.left.length === LISTED_PARTS) return;
    // The names on the way are the sender's.
    const part = what + withoutControls(this.path.slice(0, 100));
    if (!this.left.includes(part)) this.left.push(part);
  }
}

/** Whoever still has the message may have given it a property that throws when read: such a property is not storable. */
function readable(object: Record<string, unknown>, name: string): unknown {
  try {
    return object[name];
  } catch {
    return UNREADABLE;
  }
}

/** Made by braces or by `Object.create(null)`, even in another realm, such as a function node's. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A wrapper around something of this process, as `msg.res` of an `http in` node is: functions, and nothing that can be stored. */
function isLive(given: [string, unknown][], changed: ReadonlyMap<string, unknown>): boolean {
  return given.every(([name]) => changed.get(name) === NOTHING) && given.some(([, value]) => typeof value === 'function');
}
