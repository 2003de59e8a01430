import type { Node, NodeAPI, NodeStatus as Status } from 'node-red';
import { OtherNodeRed } from '../../../src/errors/other-node-red';
import { SettingError } from '../../../src/errors/setting-error';
import { isSoilError } from '../../../src/errors/soil-error';
import { saysNoArea } from '../../../src/geometry/geometry-error';
import { JobElsewhere } from '../../../src/service/job-address';
import type { Delay } from '../../../src/transport/http-exchange';
import { NothingSelected } from '../empty-selection';
import { runtimeText, statusLanguage } from './runtime-text';
import { shownCount, type ShownFigure } from './shown-figures';
import { shownLabel } from './shown-label';

/** The looks of a status (docs/messages.md); a node that has nothing to do shows none. */
const LOOKS = {
  waiting: { fill: 'grey', shape: 'ring' },
  working: { fill: 'blue', shape: 'dot' },
  done: { fill: 'green', shape: 'dot' },
  attention: { fill: 'yellow', shape: 'ring' },
  failed: { fill: 'red', shape: 'ring' },
} as const;

/** A status goes to every open editor: thousands of messages a second must not become thousands of updates. */
const GAP_MS = 100;
/** This many may come without a gap: a message that is quickly done shows its beginning and, before it is sent on, its end. */
const AT_ONCE = 3;

/** How long a red status stays before that of the messages still at work replaces it. */
export const ERROR_SEEN_MS = 1000;

/** The status under a node: translated, marked where the data are synthetic, and never flooding the editors. */
export class NodeStatus {
  /** When the gaps of everything shown so far are over, monotonic time in ms. */
  private paidUntil = 0;
  /** Made only when it is shown: of thousands a second, most never are. */
  private next = noStatus;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  /** Whether it shows why an exchange waits. */
  private isDelayed = false;
  /** The key under which it shows how many messages the node is working on. */
  private atWork: string | undefined;

  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
    private readonly synthetic: () => boolean,
  ) {}

  /**
   * @param key of the catalogue's `status` block
   * @param values numbers are counts, with grouped digits; a year or an identifier is given as text. A figure is formatted only when it is shown: of
   *   thousands a second, most never are
   */
  show(look: keyof typeof LOOKS, key: string, values: Record<string, string | number | ShownFigure> = {}): void {
    this.publishText(look, () => runtimeText(this.RED, `status.${key}`, this.shown(values)));
  }

  /** @param key of the words for one; for any other number, `Many` is appended */
  showCount(look: keyof typeof LOOKS, key: string, count: number): void {
    this.show(look, count === 1 ? key : `${key}Many`, { count });
  }

  /**
   * Shows how many things there are, and how many of them are without a value.
   *
   * @param key as {@link showCount} takes it; if some are empty, `Empty` is put after it
   */
  showFilled(look: keyof typeof LOOKS, key: string, count: number, empty: number): void {
    if (empty === 0) this.showCount(look, key, count);
    else this.show(look, count === 1 ? `${key}Empty` : `${key}EmptyMany`, { count, empty });
  }

  /** Shows how many messages the node is working on, by the key that {@link showCount} takes. */
  showAtWork(key: string, count: number): void {
    this.atWork = key;
    this.showCount('working', key, count);
  }

  /** After a message has ended: its last status must not hide for long that the node is working on others. */
  stillAtWork(count: number): void {
    if (this.atWork !== undefined && count > 0) this.showCount('working', this.atWork, count);
  }

  /** The red ring with the error's short name. */
  showError(error: unknown): void {
    this.publishText('failed', () => this.errorName(error));
  }

  /** An error's short name, of the catalogue's `error` block. */
  errorName(error: unknown): string {
    if (saysNoArea(error)) return runtimeText(this.RED, 'error.noArea');
    if (error instanceof JobElsewhere) return runtimeText(this.RED, 'error.jobElsewhere');
    if (error instanceof OtherNodeRed) return runtimeText(this.RED, 'error.otherNodeRed');
    if (error instanceof NothingSelected) return runtimeText(this.RED, 'error.nothingSelected');
    if (error instanceof SettingError) return runtimeText(this.RED, 'error.setting', { name: shownLabel(this.RED, this.node.type, error.setting) });
    return runtimeText(this.RED, `error.${isSoilError(error) ? error.code : 'OTHER'}`);
  }

  /** Shows why an exchange waits: for a free place here, or for the service's rate limit or a retry, which deserves attention. */
  showDelay({ reason, seconds }: Delay): void {
    if (reason === 'queue') this.show('waiting', 'queued');
    else this.show('attention', reason, { seconds: Math.ceil(seconds) });
    this.isDelayed = true;
  }

  /** An exchange waits no longer: shows again what the node is working on, unless the status is that of another message by now. */
  delayIsOver(count: number): void {
    if (this.isDelayed) this.stillAtWork(count);
  }

  /** Removes what is shown. */
  clear(): void {
    this.publish(() => ({}));
  }

  /** Clears the status for good: nothing is shown after it. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.node.status({});
  }

  private shown(values: Record<string, string | number | ShownFigure>): Record<string, string> {
    const language = statusLanguage(this.RED);
    const inWords = (value: string | number | ShownFigure): string => {
      if (typeof value === 'number') return shownCount(value, language);
      return typeof value === 'function' ? value(language) : value;
    };
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inWords(value)]));
  }

  /** Asks now whether the data are synthetic: the text may be written later, when those of another message are at hand. */
  private publishText(look: keyof typeof LOOKS, text: () => string): void {
    const isSynthetic = this.synthetic();
    this.publish(() => ({ ...LOOKS[look], text: isSynthetic ? `${runtimeText(this.RED, 'status.sandbox')} · ${text()}` : text() }));
  }

  private publish(status: () => Status): void {
    if (this.closed) return;
    this.isDelayed = false;
    this.next = status;
    if (this.timer) return;
    const wait = this.paidUntil - (AT_ONCE - 1) * GAP_MS - performance.now();
    if (wait <= 0) this.flush();
    else this.timer = setTimeout(() => this.flush(), wait);
  }

  private flush(): void {
    this.timer = undefined;
    this.paidUntil = Math.max(this.paidUntil, performance.now()) + GAP_MS;
    const { next } = this;
    // Lets go of what the last status was made of.
    this.next = noStatus;
    this.node.status(next());
  }
}

function noStatus(): Status {
  return {};
}
