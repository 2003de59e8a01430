import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { JobState, JobSummary } from '../../src/jobs/ledger/job-summary';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { EditorPage } from './editor-page';

const JOBS = 10_000;
const STATES: readonly JobState[] = ['waiting', 'paused', 'submitted', 'completed', 'failed', 'cancelled', 'timeout', 'unknown'];

function jobAt(index: number, now: number): JobSummary {
  const state = STATES[index % STATES.length] ?? 'waiting';
  const at = new Date(now - (index + 1) * 1000).toISOString();
  const isOpen = state === 'waiting' || state === 'paused';
  return {
    ...{ wait: `wait-${index}`, job: `job-${index}`, node: 'wait', state, status: '', description: '', acceptedAt: at, age: index, polls: 1, hectares: index / 7 },
    ...(!isOpen && { endedAt: at }),
  };
}

describe(`The sidebar of ${JOBS} soil jobs in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;
  let lines: Locator;
  const stopped = new Set<string>();

  async function prepare(opened: EditorPage): Promise<void> {
    stopped.clear();
    await opened.page.route('**/soil-data/jobs', (route) => {
      const now = Date.now();
      const jobs = Array.from({ length: JOBS }, (_, index) => jobAt(index, now)).map((job) => (stopped.has(job.wait) ? { ...job, state: 'cancelled' } : job));
      return route.fulfill({ json: { now: new Date(now).toISOString(), jobs, more: 77 } });
    });
    await opened.page.route('**/soil-data/jobs/stop', (route) => {
      stopped.add((route.request().postDataJSON() as { wait: string }).wait);
      return route.fulfill({ json: { done: true } });
    });
    await opened.invoke('soil-data:show-jobs-tab');
    lines = opened.page.locator('.soil-jobs .soil-job');
    await lines.first().waitFor();
  }

  before(async () => {
    editor = await EditorPage.open({ flow: [{ id: 'tab1', type: 'tab', label: 'jobs' }], prepare });
  });
  after(() => editor?.close());
  beforeEach(async function () {
    editor = await editor.forTry(this.currentTest);
  });
  afterEach(() => assert.deepEqual(editor.faults, []));

  /** Lines are created as a person scrolls. */
  async function scrollTo(job: string): Promise<void> {
    const wanted = editor.page.locator(`.soil-job[data-job="${job}"]`);
    await until(async () => {
      await lines.last().scrollIntoViewIfNeeded();
      return (await wanted.count()) === 1;
    }, 'it has a line');
    await wanted.scrollIntoViewIfNeeded();
  }

  it('counts all of them, and creates lines only as far as a person scrolls', async () => {
    assert.equal(await editor.page.locator('.soil-jobs-summary').textContent(), 'Waiting: 2,577. Completed: 1,250. Failed or stopped: 3,750. Nobody waits for: 1,250. Unknown: 1,250. Of the waiting jobs, the latest 2,500 are listed.');
    const atFirst = await lines.count();
    assert.ok(atFirst <= 200, `${atFirst} lines`);
    await scrollTo('job-1992');
  });

  it('keeps its scroll position when one in the middle is stopped, which moves down to those that have ended', async () => {
    const [one, next] = ['job-1600', 'job-1601'].map((job) => editor.page.locator(`.soil-job[data-job="${job}"]`));
    // Beyond it, so that it is in the middle.
    await scrollTo('job-1992');
    await one!.scrollIntoViewIfNeeded();
    const top = async (): Promise<number> => (await next!.boundingBox())?.y ?? NaN;
    const before = await top();
    const { height = NaN } = (await one!.boundingBox()) ?? {};
    await editor.click(one!.locator('.soil-job-stop'));
    await one!.waitFor({ state: 'detached' });
    assert.deepEqual([...stopped], ['wait-1600']);
    // What lies below comes up by the line that is gone, or what lies above comes down.
    assert.ok(Math.abs(before - (await top())) <= height + 10);
  });
});
