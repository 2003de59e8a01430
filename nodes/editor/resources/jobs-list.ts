import type { JobState, JobSummary } from '../../../src/jobs/ledger/job-summary';
import type { JobsAnswer } from '../../admin/admin-answers';
import './jobs-list.css';
import { iconButton, makeElement } from '../make-element';

/** What a button does, and to what: a wait is stopped, a job is read or forgotten; one of unknown fate, which has no identifier, is forgotten by its submission. */
type Act<Result> = (what: 'stop' | 'poll' | 'forget', body: { wait: string } | { job: string }) => Result;

export interface JobsListOptions {
  read: () => Promise<JobsAnswer>;
  act: Act<Promise<unknown>>;
  copy: (text: string, button: HTMLElement) => void;
  /** Name of a node for people; `undefined` where it is not in the editor. */
  nodeName: (id: string) => string | undefined;
  reveal: (id: string) => void;
  /** Whether this user may stop, poll and forget. */
  mayAct: () => boolean;
  text: (key: string, values?: Record<string, unknown>) => string;
  /** An error in the editor's language. */
  error: (error: { code: string; message: string }) => string;
  number: (value: number) => string;
  area: (hectares: number) => string;
  duration: (seconds: number) => string;
  time: (iso: string) => string;
}

/** The service and this Node-RED are asked no faster than this. */
const SHORTEST_GAP_MS = 2_000;

/** So many lines are made at first, and again whenever a person scrolls close to the last one: there may be hundreds of jobs. */
const LINES_AT_ONCE = 100;

const ICONS: Record<JobState, string> = {
  submitted: 'fa-paper-plane-o',
  waiting: 'fa-hourglass-half',
  paused: 'fa-pause-circle-o',
  completed: 'fa-check-circle',
  failed: 'fa-times-circle',
  cancelled: 'fa-ban',
  timeout: 'fa-clock-o',
  unknown: 'fa-question-circle-o',
};

const isOpen = (job: JobSummary): boolean => job.state === 'waiting' || job.state === 'paused';

/** A job that nobody waits for has its own identifier alone. */
const keyOf = ({ wait, job }: JobSummary): string => wait || job;

interface Line {
  element: HTMLElement;
  update: (job: JobSummary, now: number) => void;
}

/**
 * The list of the jobs of this Node-RED, as far down as a person has scrolled. Reads while it is shown; call `stop` when its tab is
 * gone.
 */
export function createJobsList(container: HTMLElement, options: JobsListOptions): { stop: () => void } {
  const { text } = options;
  const summary = makeElement('p', { class: 'soil-jobs-summary', role: 'status', 'aria-live': 'polite' });
  const list = makeElement('ul', { class: 'soil-jobs-list', 'aria-label': text('jobs.label') });
  const lines = new Map<string, Line>();
  let jobs: JobSummary[] = [];
  let most = LINES_AT_ONCE;
  let clockOffset = 0;
  let reading = false;
  let readAt = -Infinity;
  /** Why the last button did not do: said until the next one is pressed, whatever is read meanwhile. */
  let complaint = '';
  container.classList.add('soil-jobs');
  container.append(summary, list);

  async function read(): Promise<void> {
    if (reading || performance.now() - readAt < SHORTEST_GAP_MS) return;
    reading = true;
    try {
      const answer = await options.read();
      clockOffset = Date.parse(answer.now) - Date.now();
      jobs = [...answer.jobs].sort((one, other) => Number(isOpen(other)) - Number(isOpen(one)) || other.acceptedAt.localeCompare(one.acceptedAt));
      say(`${complaint} ${jobs.length === 0 ? text('jobs.none') : countsOf(jobs, answer.more, options)}`.trim(), complaint !== '');
    } catch (error) {
      say((error as Error).message, true);
    } finally {
      reading = false;
      readAt = performance.now();
    }
    draw();
  }

  function say(words: string, bad = false): void {
    if (summary.textContent !== words) summary.textContent = words;
    summary.classList.toggle('soil-data-bad', bad);
  }

  function draw(): void {
    const now = Date.now() + clockOffset;
    const keepFocus = focusKeeper(list);
    const shown = jobs.slice(0, most);
    const present = new Set(shown.map(keyOf));
    for (const [key, line] of lines) {
      if (present.has(key)) continue;
      line.element.remove();
      lines.delete(key);
    }
    shown.forEach((job, index) => {
      let line = lines.get(keyOf(job));
      if (!line) {
        line = makeLine(job, options, (what, body) => void act(what, body));
        lines.set(keyOf(job), line);
      }
      if (list.children[index] !== line.element) list.insertBefore(line.element, list.children[index] ?? null);
      line.update(job, now);
    });
    keepFocus();
  }

  async function act(...order: Parameters<Act<void>>): Promise<void> {
    complaint = '';
    try {
      await options.act(...order);
    } catch (error) {
      complaint = (error as Error).message;
    }
    readAt = -Infinity;
    await read();
  }

  const tick = (): void => {
    if (document.hidden || container.offsetParent === null) return;
    void read();
    draw();
  };
  const timer = setInterval(tick, 1000);
  container.addEventListener('scroll', () => {
    const below = container.scrollHeight - container.scrollTop - container.clientHeight;
    if (most >= jobs.length || below > container.clientHeight) return;
    most += LINES_AT_ONCE;
    draw();
  });
  tick();
  return { stop: () => clearInterval(timer) };
}

/** A button loses the focus with its line, also where that takes another place: whoever works by keys goes on there, or at the line that came up. */
function focusKeeper(list: HTMLElement): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !list.contains(focused)) return () => undefined;
  const line = focused.closest('.soil-job');
  const place = [...list.children].indexOf(line as Element);
  return () => {
    if (focused.isConnected && !focused.hidden) {
      focused.focus();
      return;
    }
    const near = line?.isConnected ? line : list.children[Math.min(place, list.children.length - 1)];
    near?.querySelector<HTMLElement>('button:not([disabled], [hidden])')?.focus();
  };
}

/** @param more how many wait besides those that are listed */
function countsOf(jobs: JobSummary[], more: number, { text, number }: JobsListOptions): string {
  const listed = jobs.filter(isOpen).length;
  const count = (wanted: JobState): number => jobs.filter(({ state }) => state === wanted).length;
  const [completed, submitted, unknown] = [count('completed'), count('submitted'), count('unknown')];
  const counts = [text('jobs.counts', { waiting: number(listed + more), completed: number(completed), ended: number(jobs.length - listed - completed - submitted - unknown) })];
  if (submitted > 0) counts.push(text('jobs.countSubmitted', { submitted: number(submitted) }));
  if (unknown > 0) counts.push(text('jobs.countUnknown', { unknown: number(unknown) }));
  if (more > 0) counts.push(text('jobs.countMore', { listed: number(listed) }));
  return counts.join(' ');
}

let linesMade = 0;

function makeLine(first: JobSummary, options: JobsListOptions, act: Act<void>): Line {
  const { text } = options;
  const element = makeElement('li', { class: 'soil-job', 'data-job': first.job });
  const name = makeElement('strong', { class: 'soil-job-name', dir: 'auto' });
  const icon = makeElement('i', { class: 'soil-job-icon', 'aria-hidden': 'true' });
  const state = makeElement('span', { class: 'soil-job-state' });
  const shortId = first.job.length > 12 ? `${first.job.slice(0, 8)}…` : first.job;
  const id = makeElement('code', { class: 'soil-job-id', title: first.job }, shortId);
  // Every line has the same buttons: whoever hears one alone is told whose it is.
  const title = first.name === undefined ? id : name;
  title.id = `soil-job-${++linesMade}`;
  const node = makeElement('button', { class: 'soil-job-node red-ui-button red-ui-button-small', type: 'button', title: text('jobs.reveal') });
  const facts = makeElement('div', { class: 'soil-job-facts' });
  const error = makeElement('div', { class: 'soil-job-error' });
  const buttons = makeElement('div', { class: 'soil-job-buttons' });
  const button = (key: string, icon: string, onClick: (made: HTMLElement) => void): HTMLElement => {
    const made = iconButton(icon, text(`jobs.${key}`), onClick, `red-ui-button-small soil-job-${key}`);
    made.setAttribute('aria-describedby', title.id);
    buttons.append(made);
    return made;
  };
  const poll = button('poll', 'fa-refresh', () => act('poll', { job: first.job }));
  const stop = button('stop', 'fa-stop', () => act('stop', { wait: first.wait }));
  button('copy', 'fa-clipboard', (made) => options.copy(first.job, made)).hidden = first.job === '';
  const forget = button('forget', 'fa-trash-o', () => act('forget', first.job ? { job: first.job } : { wait: first.wait }));
  node.addEventListener('click', () => options.reveal(first.node));
  const head = makeElement('div', { class: 'soil-job-head' });
  head.append(icon, state, id);
  const foot = makeElement('div', { class: 'soil-job-foot' });
  foot.append(node, buttons);
  element.append(name, head, facts, error, foot);

  return {
    element,
    update(job, now) {
      element.dataset.state = job.state;
      setText(name, job.name ?? '');
      name.hidden = job.name === undefined;
      icon.className = `soil-job-icon fa ${ICONS[job.state]}`;
      setText(state, job.status && isOpen(job) ? text('jobs.stateWith', { state: text(`jobs.state.${job.state}`), status: job.status }) : text(`jobs.state.${job.state}`));
      setText(facts, factsOf(job, now, options).join(' · '));
      setText(error, job.error ? options.error(job.error) : '');
      const of = options.nodeName(job.node);
      setText(node, of ?? text('jobs.nodeGone'));
      node.toggleAttribute('disabled', of === undefined);
      const may = options.mayAct();
      poll.hidden = !may || job.state !== 'waiting';
      stop.hidden = !may || !isOpen(job);
      forget.hidden = !may || isOpen(job);
    },
  };
}

function factsOf(job: JobSummary, now: number, { text, number, area, duration, time }: JobsListOptions): string[] {
  const facts: string[] = [];
  if (job.hectares !== undefined) facts.push(area(job.hectares));
  if (isOpen(job) || job.state === 'submitted') {
    facts.push(text('jobs.since', { age: duration(Math.max(0, (now - Date.parse(job.acceptedAt)) / 1000)) }));
    if (job.polls > 0) facts.push(text('jobs.polls', { polls: number(job.polls) }));
    if (job.nextPollAt) facts.push(text('jobs.next', { seconds: duration(Math.max(0, (Date.parse(job.nextPollAt) - now) / 1000)) }));
  } else if (job.state === 'unknown') {
    facts.push(time(job.acceptedAt));
  } else {
    facts.push(text('jobs.took', { age: duration(job.age) }));
    if (job.endedAt) facts.push(time(job.endedAt));
  }
  if (job.description) facts.push(job.description);
  return facts;
}

function setText(element: HTMLElement, words: string): void {
  if (element.textContent !== words) element.textContent = words;
}
