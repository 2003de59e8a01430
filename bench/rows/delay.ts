import { FIXED_GAP_SECONDS, simulateFleet, type FieldSize } from '../../test/scaling/simulated-fleet';
import { figure } from '../figures';
import type { Row } from '../row';
import { digits } from '../table';

/** Jobs of five sizes, as a mix of fields, farms, districts and countries makes them. */
const MIX: readonly FieldSize[] = [
  { hectares: 15, median: 12, spread: 0.3, share: 0.3 },
  { hectares: 120, median: 35, spread: 0.3, share: 0.3 },
  { hectares: 1_500, median: 110, spread: 0.25, share: 0.2 },
  { hectares: 20_000, median: 400, spread: 0.25, share: 0.15 },
  { hectares: 300_000, median: 1_500, spread: 0.3, share: 0.05 },
];

/** From the completion of a job at the service to its message, on a simulated clock: the plan of `soil-wait` against polling every five seconds. */
export const delay: Row = {
  name: 'delay',
  title: 'From completion to message',
  async measure({ quick, say }) {
    const delays: number[] = [];
    const polls: number[] = [];
    const shown = { delay: [] as number[], fixedDelay: [] as number[], polls: [] as number[], fixedPolls: [] as number[] };
    for (let round = 0; round < (quick ? 2 : 5); round++) {
      say(`mix ${round + 1}`);
      const figures = await simulateFleet({ instances: 1, fieldsPerDay: 14_400, requestsPerSecondOfEach: 100, minutes: quick ? 60 : 120, seed: 100 + round, sizes: MIX });
      delays.push(figures.delay / figures.fixedDelay);
      polls.push(figures.pollsPerJob / figures.fixedPolls);
      for (const name of ['delay', 'fixedDelay', 'fixedPolls'] as const) shown[name].push(figures[name]);
      shown.polls.push(figures.pollsPerJob);
    }
    const median = (name: keyof typeof shown): string => digits(figure(shown[name]).median);
    const against = `a poll every ${FIXED_GAP_SECONDS} s`;
    return [
      { work: 'delay of the message', against, ours: `${median('delay')} s`, theirs: `${median('fixedDelay')} s`, figure: figure(delays), unit: 'x', reach: { at: 'most', value: 0.5 } },
      { work: 'polls for each job', against, ours: median('polls'), theirs: median('fixedPolls'), figure: figure(polls), unit: 'x', reach: { at: 'most', value: 1 } },
    ];
  },
};
