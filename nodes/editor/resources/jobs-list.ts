import { isOpen, type JobState, type JobSummary } from '../../../src/jobs/ledger/job-summary';
import { getOrInsert } from '../../../src/maps/get-or-insert';
import type { JobsAnswer } from '../../admin/admin-answers';
import './jobs-list.css';
import { focusKeeper } from '../jobs/focus-keeper';
import { JobLine, type Act, type JobLineOptions } from '../jobs/job-line';
import { makeElement } from '../make-element';
import { whenLate } from '../when-late';
import { sharedText } from '../words/shared-text';
import { shownNumber } from '../words/shown-values';

interface JobsListOptions extends JobLineOptions {
  read: () => Promise<JobsAnswer>;
  act: Act<Promise<unknown>>;
}

/** Node-RED is not asked more often than this, except after a button was pressed. */
const SHORTEST_GAP_MS = 2_000;

/** This many lines are made at first, and more whenever a person scrolls close to the last one: there may be hundreds of jobs. */
const LINES_AT_ONCE = 100;

/** A job that nobody waits for has only its own identifier. */
const keyOf = ({ wait, job }: JobSummary): string => wait || job;

/**
 * The list of the jobs of this Node-RED, as far down as a person has scrolled. Reads while it is visible; call `stop` when its tab is
 * gone.
 */
export class JobsList {
  private readonly summary = makeElement('p', { class: 'soil-jobs-summary', role: 'status', 'aria-live': 'polite' });
  private readonly lineOptions: JobLineOptions;
  private readonly list: HTMLElement;
  private readonly lines = new Map<string, JobLine>();
  private readonly timer: number;
  private jobs: JobSummary[] = [];
  private most = LINES_AT_ONCE;
  /** Milliseconds by which the clock of Node-RED is ahead of the browser's. */
  private clockOffset = 0;
  private reading = false;
  private readAt = -Infinity;
  /** Why the last button failed: said until the next one is pressed, whatever is read meanwhile. */
  private complaint = '';

  constructor(
    private readonly container: HTMLElement,
    private readonly options: JobsListOptions,
  ) {
    this.lineOptions = { ...options, copy: (text, button) => this.copy(text, button) };
    this.list = makeElement('ul', { class: 'soil-jobs-list', 'aria-label': sharedText('jobs.label') });
    container.classList.add('soil-jobs');
    // It takes the focus when its last line goes.
    container.tabIndex = -1;
    container.append(this.summary, this.list);
    container.addEventListener('scroll', () => this.scrolled());
    this.timer = window.setInterval(() => this.tick(), 1000);
    this.tick();
  }

  stop(): void {
    window.clearInterval(this.timer);
  }

  private tick(): void {
    if (document.hidden || this.container.offsetParent === null) return;
    void this.read();
    this.draw();
  }

  private scrolled(): void {
    const { scrollHeight, scrollTop, clientHeight } = this.container;
    const below = scrollHeight - scrollTop - clientHeight;
    if (this.most >= this.jobs.length || below > clientHeight) return;
    this.most += LINES_AT_ONCE;
    this.draw();
  }

  private async read(): Promise<void> {
    if (this.reading || performance.now() - this.readAt < SHORTEST_GAP_MS) return;
    this.reading = true;
    const inTime = whenLate(() => this.say(sharedText('admin.offline'), true));
    try {
      this.take(await this.options.read());
    } catch (error) {
      this.say((error as Error).message, true);
    } finally {
      inTime();
      this.reading = false;
      this.readAt = performance.now();
    }
    this.draw();
  }

  private take({ now, jobs, more }: JobsAnswer): void {
    this.clockOffset = Date.parse(now) - Date.now();
    this.jobs = [...jobs].sort((one, other) => Number(isOpen(other)) - Number(isOpen(one)) || other.acceptedAt.localeCompare(one.acceptedAt));
    const counts = jobs.length === 0 ? sharedText('jobs.none') : countsOf(jobs, more);
    this.say(`${this.complaint} ${counts}`.trim(), this.complaint !== '');
  }

  private say(words: string, isBad: boolean): void {
    if (this.summary.textContent !== words) this.summary.textContent = words;
    this.summary.classList.toggle('soil-data-bad', isBad);
  }

  private draw(): void {
    const now = Date.now() + this.clockOffset;
    const keepFocus = focusKeeper(this.list);
    const shown = this.jobs.slice(0, this.most);
    this.removeAllBut(shown);
    shown.forEach((job, index) => {
      const line = this.lineOf(job);
      if (this.list.children[index] !== line.element) this.list.insertBefore(line.element, this.list.children[index] ?? null);
      line.update(job, now);
    });
    keepFocus();
  }

  private removeAllBut(shown: JobSummary[]): void {
    const present = new Set(shown.map(keyOf));
    for (const [key, line] of this.lines) {
      if (present.has(key)) continue;
      line.element.remove();
      this.lines.delete(key);
    }
  }

  private lineOf(job: JobSummary): JobLine {
    return getOrInsert(this.lines, keyOf(job), () => new JobLine(job, this.lineOptions, (what, body) => void this.act(what, body)));
  }

  /** What appears beside the button is not read out: the summary says it, too, until the list is read the next time. */
  private copy(text: string, button: HTMLElement): void {
    this.options.copy(text, button);
    this.sayUntilRead(sharedText('jobs.copied'));
  }

  private sayUntilRead(words: string): void {
    this.say(words, false);
    this.readAt = performance.now();
  }

  private async act(...order: Parameters<Act<void>>): Promise<void> {
    this.complaint = '';
    try {
      await this.options.act(...order);
      // The service answers later, and often no count changes then.
      if (order[0] === 'poll') return this.sayUntilRead(sharedText('jobs.polled'));
    } catch (error) {
      this.complaint = (error as Error).message;
    }
    this.readAt = -Infinity;
    await this.read();
  }
}

/** @param more how many wait besides those that are listed */
function countsOf(jobs: JobSummary[], more: number): string {
  const listed = jobs.filter(isOpen).length;
  const count = (wanted: JobState): number => jobs.filter(({ state }) => state === wanted).length;
  const [completed, submitted, unknown] = [count('completed'), count('submitted'), count('unknown')];
  const counts = [sharedText('jobs.counts', { waiting: shownNumber(listed + more), completed: shownNumber(completed), ended: shownNumber(jobs.length - listed - completed - submitted - unknown) })];
  if (submitted > 0) counts.push(sharedText('jobs.countSubmitted', { submitted: shownNumber(submitted) }));
  if (unknown > 0) counts.push(sharedText('jobs.countUnknown', { unknown: shownNumber(unknown) }));
  if (more > 0) counts.push(sharedText('jobs.countMore', { listed: shownNumber(listed) }));
  return counts.join(' ');
}
