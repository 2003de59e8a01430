import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ProfileSlice } from '../../src/profiles/profile-slice';
import { RunningFlow } from './flow';
import { out, profileNode, type ProfiledMessage } from './profile-flow';

/** As a spreadsheet writes it where the decimal mark is a comma. */
const SAMPLES = [
  '\ufeffProperty;Value;Unit;Method;Depth top;Depth bottom;Date;Dataset',
  'pH;6,4;pH;in water, 1:2.5;0;20;2024-03-01;our laboratory',
  'pH;6,8;pH;in water, 1:2.5;20;30;2024-03-01;our laboratory',
  'Clay;23,5;%;pipette;0;30;2024;our laboratory',
  ';;;;;;;',
];

describe('A CSV file of samples of one\'s own, as docs/profiles.md says', () => {
  let folder: string;
  let flow: RunningFlow;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'samples-'));
  });
  after(async () => {
    await flow.stop();
    await rm(folder, { recursive: true });
  });

  it('is read by soil-read, and averaged by soil-profile', async () => {
    const file = path.join(folder, 'samples.csv');
    await writeFile(file, `${SAMPLES.join('\r\n')}\r\n`);
    flow = await RunningFlow.start([{ id: 'read', type: 'soil-read', from: file, fromType: 'str', wires: [['profile']] }, profileNode({ slices: '0-30' }), out]);
    flow.send('read', {});
    const { payload, soil } = await flow.message<ProfiledMessage & { soil: { problems: { count: number } } }>('out');
    assert.deepEqual(
      (payload as ProfileSlice[]).map(({ property, method, unit, mean, dateFrom }) => [property, method, unit, mean, dateFrom]),
      [['Clay', 'pipette', '%', 23.5, '2024'], ['pH', 'in water, 1:2.5', 'pH', 6.53333333333, '2024-03-01']],
    );
    assert.equal(soil.problems.count, 0);
  });
});
