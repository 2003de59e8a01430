import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { figure } from '../figures';
import { fieldsFile, recordFiles, wktFile, withFolder } from '../made-files';
import { BenchNodeRed, credentials, serviceNode } from '../node-red/bench-node-red';
import type { Line, Row, RowOptions } from '../row';
import { startFixedService } from '../service/start-service';
import { digits } from '../table';
import { runTask } from '../tasks/run-task';

/** Three sizes, each ten times the one before. */
const TENFOLD = [1, 10, 100] as const;
/** Allows for noise of the machine: beyond this, growth is no longer in proportion. */
const IN_PROPORTION = 1.25;

/** Whether time and memory grow in proportion to the work. */
export const growth: Row = {
  name: 'growth',
  title: 'Work that grows: three sizes, each ten times the one before',
  measure: (options) =>
    withFolder(async (folder) => [
      ...(await compare('vertices', options.quick ? 1_000 : 10_000, options, (size) => areaOf(folder, size))),
      ...(await compare('fields', options.quick ? 10 : 100, options, (size) => fieldsOf(folder, size))),
      ...(await compare('rows', options.quick ? 1_000 : 20_000, options, (size) => rowsOf(folder, size))),
      ...(await compare('datasets', 10, options, datasetsOf)),
      ...(await jobs(options)),
    ]),
};

interface Cost {
  /** Processor time: it depends less on what else the machine does meanwhile. */
  cpuSeconds: number;
  grownBytes: number;
}

/** Processor time per piece, at the largest size against the middle one. Memory is shown beside it. */
async function compare(name: string, smallest: number, { quick, say }: RowOptions, measure: (size: number) => Promise<Cost>): Promise<Line[]> {
  const sizes = TENFOLD.map((factor) => factor * smallest);
  const ratios: number[] = [];
  let costs: Cost[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    costs = [];
    for (const size of sizes) {
      say(`${digits(size)} ${name}`);
      costs.push(await measure(size));
    }
    ratios.push((costs[2] as Cost).cpuSeconds / (costs[1] as Cost).cpuSeconds / 10);
  }
  const shown = (pick: (cost: Cost) => string): string => costs.map(pick).join(', ');
  return [
    {
      work: `${sizes.map(digits).join(', ')} ${name}`, against: 'ten times the processor time of the middle size',
      ours: shown(({ cpuSeconds }) => `${digits(1000 * cpuSeconds)} ms`), theirs: shown(({ grownBytes }) => `+${digits(grownBytes / 1e6)} MB`),
      figure: figure(ratios), unit: 'x', reach: { at: 'most', value: IN_PROPORTION },
    },
  ];
}

async function areaOf(folder: string, vertices: number): Promise<Cost> {
  const [file, small] = [path.join(folder, `${vertices}.wkt`), path.join(folder, 'small.wkt')];
  await wktFile(file, vertices);
  await wktFile(small, 20_000);
  return runTask('read-area', file, small);
}

/** Fields side by side as one area: read, checked against each other, joined into one request. */
async function fieldsOf(folder: string, count: number): Promise<Cost> {
  const [file, small] = [path.join(folder, `fields-${count}.json`), path.join(folder, 'few-fields.json')];
  await fieldsFile(file, count);
  await fieldsFile(small, 50);
  return runTask('read-area', file, small);
}

async function rowsOf(folder: string, count: number): Promise<Cost> {
  const [{ zip }, small] = [await recordFiles(folder, count), await recordFiles(folder, 20_001)];
  return runTask('read-records', zip, small.zip);
}

async function datasetsOf(count: number): Promise<Cost> {
  return runTask('read-catalogue', String(count), '100');
}

/** Jobs in a real Node-RED: the processor time of submitting and accepting each. */
async function jobs(options: RowOptions): Promise<Line[]> {
  return compare('jobs', options.quick ? 20 : 100, options, async (count) => {
    const service = await startFixedService({ jobMs: 24 * 3600 * 1000 });
    let nodeRed: BenchNodeRed | undefined;
    try {
      const nodes = [
        { id: 'submit', type: 'soil-submit', service: 'svc', reuse: false },
        { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 3600, maxPoll: 3600, moreWires: [[]] },
      ];
      nodeRed = await BenchNodeRed.start({ soil: nodes }, [serviceNode(service)], { credentials });
      const message = { soil: { query: { geometry: 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))' } } };
      const settled = async (jobs: number): Promise<void> => {
        while ((await service.counts()).jobs < jobs) await pause(20);
        await pause(500);
      };
      await nodeRed.send({ loop: 'soil', count: 500, message });
      await settled(500);
      const before = await nodeRed.figures(true);
      await nodeRed.send({ loop: 'soil', count, message });
      await settled(500 + count);
      const after = await nodeRed.figures(true);
      return { cpuSeconds: after.cpuSeconds - before.cpuSeconds, grownBytes: after.memory.heapUsed - before.memory.heapUsed };
    } finally {
      await nodeRed?.stop();
      await service.stop();
    }
  });
}
