import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { JobsOrder } from '../bare-jobs';
import { figure, ratios } from '../figures';
import { BenchNodeRed, credentials, serviceNode, type LoopRequest, type LoopTime } from '../node-red/bench-node-red';
import { inTurn } from '../rounds';
import type { Line, Row } from '../row';
import { startFixedService, type FixedService } from '../service/start-service';
import { digits } from '../table';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
/** Seconds before the first poll of a job, in both flows. */
const FIRST_POLL = 0.02;
/** As many as the service node takes at once. */
const CONNECTIONS = 256;
const LIMITED_RATE = 200;

type FlowNode = Record<string, unknown>;

/**
 * Whole jobs (create, read the status, download 100 kB), against a flow of core nodes that does the same, against undici and the file system in a
 * bare process, and against the rate limit where one is set.
 */
export const wholeJobs: Row = {
  name: 'jobs',
  title: 'Whole jobs through Node-RED: submit, wait, download 100 kB',
  async measure({ quick, say }) {
    const service = await startFixedService();
    const lines: Line[] = [];
    const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-bench-'));
    const bare = fork(path.join(__dirname, '..', 'bare-jobs.ts'));
    let nodeRed: BenchNodeRed | undefined;
    try {
      nodeRed = await BenchNodeRed.start(
        { soil: soilNodes('svc'), limited: soilNodes('svc-limited'), core: coreNodes(service) },
        [serviceNode(service), { ...serviceNode(service), id: 'svc-limited', requestsPerSecond: LIMITED_RATE }],
        { credentials: { ...credentials, 'svc-limited': credentials.svc }, env: { SOIL_BENCH_FOLDER: folder } },
      );
      const { loop } = nodeRed;
      const count = quick ? 100 : 1000;
      const all = (name: string): LoopRequest => ({ loop: name, count, concurrency: count, message: messageOf(name) });
      say(`${count} jobs at once`);
      const cpu: Record<'soil' | 'core' | 'bare', number[]> = { soil: [], core: [], bare: [] };
      const perSecond = async (name: keyof typeof cpu, time: Promise<LoopTime>): Promise<number> => {
        const { seconds, cpuSeconds } = await time;
        cpu[name].push((1e6 * cpuSeconds) / count);
        return count / seconds;
      };
      const results = await inTurn(quick ? 2 : 5, {
        soil: () => perSecond('soil', loop(all('soil'))),
        core: () => perSecond('core', loop(all('core'))),
        bare: () => {
          bare.send({ base: service.base, geometry: AREA, folder, count, connections: CONNECTIONS, firstPollMs: FIRST_POLL * 1000 } satisfies JobsOrder);
          return perSecond('bare', once(bare, 'message').then(([time]) => time as LoopTime));
        },
      });
      const shown = (name: keyof typeof cpu): string => `${digits(figure(results[name]).median)} jobs/s, ${digits(figure(cpu[name]).median)} us CPU`;
      lines.push({
        work: `${count} whole jobs`, against: 'core nodes doing the same', ours: shown('soil'), theirs: shown('core'),
        figure: ratios(results.soil, results.core), unit: 'x', reach: { at: 'least', value: 3 },
      });
      lines.push({
        work: `${count} whole jobs`, against: 'undici and files in a bare process, with the same care', ours: shown('soil'), theirs: shown('bare'),
        figure: ratios(results.soil, results.bare), unit: 'x',
      });
      lines.push(await limited(nodeRed, service, quick ? 100 : 500, quick ? 1 : 3, say));
    } finally {
      await nodeRed?.stop();
      bare.disconnect();
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    }
    return lines;
  },
};

async function limited(nodeRed: BenchNodeRed, service: FixedService, count: number, rounds: number, say: (text: string) => void): Promise<Line> {
  say(`${count} jobs at ${LIMITED_RATE} requests a second`);
  const shares: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await service.counts();
    const { seconds } = await nodeRed.loop({ loop: 'limited', count, concurrency: count, message: messageOf('limited') });
    const after = await service.counts();
    const requests = after.jobs + after.polls - before.jobs - before.polls;
    shares.push(requests / seconds / LIMITED_RATE);
  }
  const { median } = figure(shares);
  return {
    work: `${count} whole jobs, limited`, against: `the limit of ${LIMITED_RATE} requests/s`,
    ours: `${digits(median * LIMITED_RATE)} requests/s`, theirs: `${LIMITED_RATE} requests/s`,
    figure: figure(shares), unit: 'x', reach: { at: 'least', value: 0.95 },
  };
}

function messageOf(name: string): object {
  if (name !== 'core') return { soil: { query: { geometry: AREA } } };
  return { payload: { geometry: AREA }, headers: { authorization: 'Bearer token-of-the-benchmark', accept: 'application/json', 'content-type': 'application/json' } };
}

/** `reuse` is off: the requests are alike, and each is to become a job. */
function soilNodes(service: string): FlowNode[] {
  return [
    { id: `${service}-submit`, type: 'soil-submit', service, reuse: false },
    { id: `${service}-wait`, type: 'soil-wait', service, firstPoll: FIRST_POLL, maxPoll: 1, moreWires: [[]] },
    { id: `${service}-download`, type: 'soil-download', service, filename: `${service}-{{id}}.zip`, moreWires: [[]] },
  ];
}

/** What the documentation of Node-RED leads to: no journal, no renewal of tokens or links, no resumption, no verification. */
function coreNodes({ base }: FixedService): FlowNode[] {
  const request = { type: 'http request', persist: true, senderr: true };
  const address = 'const url = msg.payload.Location; delete msg.payload; msg.url = url; msg.job = url.split("/").pop(); return msg;';
  const status = [
    'if (msg.payload.actionStatus !== "Completed") { delete msg.payload; return [null, msg]; }',
    'msg.url = msg.payload.result.url; msg.filename = env.get("SOIL_BENCH_FOLDER") + "/core-" + msg.job + ".zip"; delete msg.payload; delete msg.headers; return [msg, null];',
  ].join('\n');
  return [
    { ...request, id: 'core-create', method: 'POST', ret: 'obj', url: `${base}/v1/soil-data-by-geometry/queries` },
    { id: 'core-address', type: 'function', func: address, outputs: 1 },
    { id: 'core-delay', type: 'delay', pauseType: 'delay', timeout: String(FIRST_POLL * 1000), timeoutUnits: 'milliseconds' },
    { ...request, id: 'core-read', method: 'GET', ret: 'obj', url: '' },
    { id: 'core-status', type: 'function', func: status, outputs: 2, wires: [['core-file'], ['core-delay']] },
    { ...request, id: 'core-file', method: 'GET', ret: 'bin', url: '' },
    { id: 'core-write', type: 'file', filename: 'filename', filenameType: 'msg', overwriteFile: 'true', createDir: true, encoding: 'none', appendNewline: false },
  ];
}
