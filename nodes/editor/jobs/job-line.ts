import { isOpen, type JobState, type JobSummary } from '../../../src/jobs/ledger/job-summary';
import { iconButton, makeElement } from '../make-element';
import { errorText } from '../words/error-text';
import { sharedText } from '../words/shared-text';
import { factsOf } from './job-facts';

/** What a button does: stops a wait, or reads or forgets a job; a job of unknown fate has no identifier, and is forgotten by its submission. */
export type Act<Result> = (what: 'stop' | 'poll' | 'forget', body: { wait: string } | { job: string }) => Result;

export interface JobLineOptions {
  copy: (text: string, button: HTMLElement) => void;
  /** Name of a node for people; `undefined` if it is not in the editor. */
  nodeName: (id: string) => string | undefined;
  reveal: (id: string) => void;
  /** Whether this user may stop, poll and forget. */
  mayAct: () => boolean;
}

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

let linesMade = 0;

/** The line of a job, with its buttons. */
export class JobLine {
  readonly element: HTMLElement;
  private readonly name = makeElement('strong', { class: 'soil-job-name', dir: 'auto' });
  private readonly icon = makeElement('i', { class: 'soil-job-icon', 'aria-hidden': 'true' });
  private readonly state = makeElement('span', { class: 'soil-job-state' });
  private readonly id: HTMLElement;
  /** What identifies the job to a person. */
  private readonly title: HTMLElement;
  private readonly facts = makeElement('div', { class: 'soil-job-facts' });
  private readonly error = makeElement('div', { class: 'soil-job-error' });
  private readonly node: HTMLElement;
  private readonly buttons = makeElement('div', { class: 'soil-job-buttons' });
  private readonly poll: HTMLElement;
  private readonly stop: HTMLElement;
  private readonly forget: HTMLElement;

  constructor(
    first: JobSummary,
    private readonly options: JobLineOptions,
    act: Act<void>,
  ) {
    const { job, wait } = first;
    const shortId = job.length > 12 ? `${job.slice(0, 8)}…` : job;
    this.element = makeElement('li', { class: 'soil-job', 'data-job': job });
    this.id = makeElement('code', { class: 'soil-job-id', title: job }, shortId);
    this.title = first.name === undefined ? this.id : this.name;
    this.title.id = `soil-job-${++linesMade}`;
    this.node = makeElement('button', { class: 'soil-job-node red-ui-button red-ui-button-small', type: 'button', title: sharedText('jobs.reveal') });
    this.node.addEventListener('click', () => options.reveal(first.node));
    this.poll = this.button('poll', 'fa-refresh', () => act('poll', { job }));
    this.stop = this.button('stop', 'fa-stop', () => act('stop', { wait }));
    this.button('copy', 'fa-clipboard', (made) => options.copy(job, made)).hidden = job === '';
    this.forget = this.button('forget', 'fa-trash-o', () => act('forget', job ? { job } : { wait }));
    this.assemble();
  }

  /** @param now the time of Node-RED, in milliseconds */
  update(job: JobSummary, now: number): void {
    const state = sharedText(`jobs.state.${job.state}`);
    this.element.dataset.state = job.state;
    setText(this.name, job.name ?? '');
    this.name.hidden = job.name === undefined;
    this.icon.className = `soil-job-icon fa ${ICONS[job.state]}`;
    setText(this.state, job.status && isOpen(job) ? sharedText('jobs.stateWith', { state, status: job.status }) : state);
    setText(this.facts, factsOf(job, now).join(' · '));
    setText(this.error, job.error ? errorText(job.error) : '');
    const of = this.options.nodeName(job.node);
    setText(this.node, of ?? sharedText('jobs.nodeGone'));
    this.node.toggleAttribute('disabled', of === undefined);
    this.offerButtons(job);
  }

  private offerButtons(job: JobSummary): void {
    const may = this.options.mayAct();
    this.poll.hidden = !may || job.state !== 'waiting';
    this.stop.hidden = !may || !isOpen(job);
    this.forget.hidden = !may || isOpen(job);
  }

  /** Every line has the same buttons: a description tells screen reader users which job a button belongs to. */
  private button(key: string, icon: string, onClick: (made: HTMLElement) => void): HTMLElement {
    const made = iconButton(icon, sharedText(`jobs.${key}`), onClick, `red-ui-button-small soil-job-${key}`);
    made.setAttribute('aria-describedby', this.title.id);
    this.buttons.append(made);
    return made;
  }

  private assemble(): void {
    const head = makeElement('div', { class: 'soil-job-head' });
    head.append(this.icon, this.state, this.id);
    const foot = makeElement('div', { class: 'soil-job-foot' });
    foot.append(this.node, this.buttons);
    this.element.append(this.name, head, this.facts, this.error, foot);
  }
}

function setText(element: HTMLElement, words: string): void {
  if (element.textContent !== words) element.textContent = words;
}
