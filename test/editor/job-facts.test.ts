import assert from 'node:assert/strict';

/** Required, not imported: its types are those of the editor, which are not known here. */
const { factsOf } = require('../../nodes/editor/jobs/job-facts') as { factsOf: (job: object, now: number) => string[] };

const ACCEPTED = '2026-05-04T12:00:00Z';
const NOW = Date.parse(ACCEPTED) + 300_000;
const JOB = { acceptedAt: ACCEPTED, polls: 0, age: 200 };

describe('What the list of jobs says of a job', () => {
  before(() => {
    const words = (key: string, inserts: object = {}): string => (key.endsWith('.language') ? 'en-US' : `${key.split('.').at(-1)} ${Object.values(inserts).join()}`);
    Object.assign(globalThis, { RED: { i18n: { lang: () => 'en-US' }, _: words } });
  });
  after(() => void delete (globalThis as { RED?: unknown }).RED);

  it('is how long it has been waited for, how often it was read, and when it is read next', () => {
    const next = (milliseconds: number): string => new Date(NOW + milliseconds).toISOString();
    assert.deepEqual(factsOf({ ...JOB, state: 'waiting', hectares: 7, polls: 2, nextPollAt: next(30_000) }, NOW), ['7 ha', 'since 5 min', 'polls 2', 'next 30 sec']);
    assert.deepEqual(factsOf({ ...JOB, state: 'waiting', nextPollAt: next(-30_000) }, NOW), ['since 5 min', 'next 0 sec'], 'while it is being read');
    assert.deepEqual(factsOf({ ...JOB, state: 'submitted' }, NOW - 600_000), ['since 0 sec'], 'by a clock that was set back');
  });

  it('is how long it took and when it ended, once it is done', () => {
    const [took, ended, description, ...others] = factsOf({ ...JOB, state: 'completed', endedAt: ACCEPTED, description: 'north field' }, NOW);
    assert.deepEqual([took, description, others], ['took 3 min', 'north field', []]);
    assert.match(ended ?? '', /2026/);
  });

  it('is only when it was requested, if its fate is unknown', () => {
    const facts = factsOf({ ...JOB, state: 'unknown', polls: 2 }, NOW);
    assert.equal(facts.length, 1);
    assert.match(facts[0] ?? '', /2026/);
  });
});
