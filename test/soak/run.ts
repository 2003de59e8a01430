import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { bombs } from './bombs';
import { cutTransfers } from './cut-transfers';
import { deploysAtRandom } from './deploys-at-random';
import type { Figure, SoakOptions } from './figure';
import { jobsUnderFaults } from './jobs-under-faults';
import { kills } from './kills';
import { simulatedYear } from './simulated-year';
import { tokenRush } from './token-rush';

/**
 * Figures 1, 2, 6, 7, 8, 9 and 11 of docs/reliability.md, repeatable by their seed. Figure 6 only on request (`--full`, `--only 6`): it
 * measures the event loop, and so needs a machine to itself. Figure 11 alone (`--only 11`): each of its seeds is a run of its own.
 *
 * npm run soak -- [--seed N] [--full] [--jobs N] [--minutes N] [--only 1,8]
 */
const parts: [figures: number[], run: (options: SoakOptions) => Promise<Figure[]>, onlyAsked?: 'alone' | 'or in full'][] = [
  [[1, 7], jobsUnderFaults],
  [[8], simulatedYear],
  [[8], tokenRush],
  [[6], bombs, 'or in full'],
  [[9], cutTransfers],
  [[2], kills],
  [[11], deploysAtRandom, 'alone'],
];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, jobs: { type: 'string' }, minutes: { type: 'string' }, only: { type: 'string' }, full: { type: 'boolean', default: false } },
  });
  const seed = Number(values.seed ?? randomInt(1, 1_000_000));
  const minutes = Number(values.minutes ?? 0);
  const { full } = values;
  // About this many a minute on two cores.
  const jobs = Number(values.jobs ?? (minutes > 0 ? minutes * 8000 : full ? 100_000 : 1500));
  const only = values.only?.split(',').map(Number);
  console.log(`seed ${seed}; again with: npm run soak -- --seed ${seed} --jobs ${jobs}${full ? ' --full' : ''}${values.only ? ` --only ${values.only}` : ''}`);
  let missed = 0;
  for (const [numbers, run, onlyAsked] of parts) {
    if (only ? !numbers.some((number) => only.includes(number)) : onlyAsked && !(full && onlyAsked === 'or in full')) continue;
    for (const figure of await run({ seed, jobs, full })) {
      missed += figure.missed.length;
      console.log(`figure ${figure.number}, ${figure.name}: ${figure.seen}`);
      for (const problem of figure.missed) console.log(`  MISSED: ${problem}`);
    }
  }
  console.log(missed > 0 ? `${missed} missed (seed ${seed})` : 'all held');
  process.exitCode = missed > 0 ? 1 : 0;
}

void main();
