import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { figure, ratios } from '../figures';
import { BenchNodeRed, credentials, serviceNode, type LoopTime } from '../node-red/bench-node-red';
import { inTurn } from '../rounds';
import type { Line, Row } from '../row';
import { startFixedService } from '../service/start-service';
import { digits } from '../table';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';

/** Messages through `soil-discover`, against the core `http request` node and the least that a node can do, in the same runtime, and against undici alone in a bare process. */
export const discovery: Row = {
  name: 'discovery',
  title: 'Discovery messages through Node-RED (9 kB answer)',
  async measure({ quick, say }) {
    const service = await startFixedService();
    const bare = fork(path.join(__dirname, '..', 'bare-requests.ts'));
    const address = `${service.base}/v1/datasets/queries`;
    const core = { id: 'core-request', type: 'http request', method: 'POST', ret: 'obj', url: address, persist: true, senderr: true };
    const least = { id: 'least-request', type: 'bench-request', url: address };
    const soil = { id: 'soil-request', type: 'soil-discover', service: 'svc', resource: 'datasets', select: 'all' };
    const changing = { id: 'changing-request', type: 'soil-discover', service: 'svc-changing', resource: 'datasets', select: 'all' };
    const services = [serviceNode(service), serviceNode(service, { id: 'svc-changing', baseUrl: `${service.base}/changing` })];
    const lines: Line[] = [];
    let nodeRed: BenchNodeRed | undefined;
    try {
      nodeRed = await BenchNodeRed.start({ soil: [soil], changing: [changing], core: [core], least: [least] }, services, { credentials: { ...credentials, 'svc-changing': credentials.svc } });
      const { loop } = nodeRed;
      const headers = { authorization: 'Bearer token-of-the-benchmark', accept: 'application/ld+json', 'content-type': 'application/json' };
      for (const concurrency of [1, 10, 50]) {
        say(`concurrency ${concurrency}`);
        const count = (quick ? 300 : 3000) * (concurrency === 1 ? 1 : 2);
        const cpu: Record<string, number[]> = { soil: [], changing: [], core: [], least: [], bare: [] };
        const perSecond = async (name: string, time: Promise<LoopTime>): Promise<number> => {
          const { seconds, cpuSeconds } = await time;
          cpu[name]?.push((1e6 * cpuSeconds) / count);
          return count / seconds;
        };
        const results = await inTurn(quick ? 2 : 7, {
          soil: () => perSecond('soil', loop({ loop: 'soil', count, concurrency, message: { soil: { query: { geometry: AREA } } } })),
          changing: () => perSecond('changing', loop({ loop: 'changing', count, concurrency, message: { soil: { query: { geometry: AREA } } } })),
          core: () => perSecond('core', loop({ loop: 'core', count, concurrency, message: { payload: { geometry: AREA }, headers } })),
          least: () => perSecond('least', loop({ loop: 'least', count, concurrency, message: { payload: { geometry: AREA }, headers } })),
          bare: () => {
            bare.send({ url: address, body: JSON.stringify({ geometry: AREA }), count, concurrency });
            return perSecond('bare', once(bare, 'message').then(([time]) => time as LoopTime));
          },
        });
        const shown = (name: 'soil' | 'changing' | 'core' | 'least' | 'bare'): string => `${digits(figure(results[name]).median)}/s, ${digits(figure(cpu[name] ?? []).median)} us CPU`;
        const work = `discovery, ${concurrency} at once`;
        lines.push({
          work, against: 'core http request node', ours: shown('soil'), theirs: shown('core'),
          figure: ratios(results.soil, results.core), unit: 'x', ...(concurrency > 1 && { reach: { at: 'least', value: 4 } }),
        });
        lines.push({
          work: `${work}, each answer another`, against: 'core http request node', ours: shown('changing'), theirs: shown('core'),
          figure: ratios(results.changing, results.core), unit: 'x',
        });
        lines.push({
          work, against: 'a node that asks with undici and parses, no more', ours: shown('soil'), theirs: shown('least'),
          figure: ratios(results.soil, results.least), unit: 'x',
        });
        lines.push({
          work, against: 'undici in a bare process', ours: shown('soil'), theirs: shown('bare'),
          figure: ratios(results.soil, results.bare), unit: 'x', ...(concurrency === 10 && { reach: { at: 'least', value: 0.65 } }),
        });
      }
    } finally {
      await nodeRed?.stop();
      bare.disconnect();
      await service.stop();
    }
    return lines;
  },
};
