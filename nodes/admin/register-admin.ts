import type { NodeAPI } from 'node-red';
import { onePerRuntime } from '../runtime/keeping/one-per-runtime';
import { actionRoute, readRoute } from './admin-route';
import { neededText, textField } from './body-fields';
import { testConnection } from './connection-test';
import { HeldKeeper } from './held-keeper';
import { HeldServices } from './held-services';
import { jobsAnswer } from './jobs-answer';
import { findItems, readPickerQuestion } from './picker-items';
import { deployedHost, readScreenService } from './screen-service';

const LONGEST_ID = 200;

/** In tests, Node-RED loads a node's file anew but keeps its routes. */
const registered = new WeakSet<object>();

/** What is called when flows stop: one listener, however often the file is loaded. */
const whenFlowsStop = onePerRuntime(({ events }) => {
  const held = { release: (): void => undefined };
  events.on('flows:stopping', () => held.release());
  return held;
});

/**
 * The routes that the dialogs and the sidebar use, under `/soil-data/` of the admin API.
 *
 * | route | permission | does |
 * |---|---|---|
 * | POST `test-connection` | write | gets a token and reads the dataset list with the settings on the screen |
 * | POST `discover` | read for the deployed service, write for settings on the screen | reads what a picker shows |
 * | GET `jobs` | read | lists the jobs of this Node-RED, of those that wait the latest |
 * | POST `jobs/stop`, `jobs/poll`, `jobs/forget` | write | the sidebar's buttons |
 */
export function registerAdmin(RED: NodeAPI): void {
  if (registered.has(RED.httpAdmin)) return;
  registered.add(RED.httpAdmin);
  const services = new HeldServices(RED);
  const keeper = new HeldKeeper(RED);
  whenFlowsStop(RED).release = () => {
    services.releaseAll();
    keeper.release();
  };

  actionRoute(RED, 'test-connection', 'soil-data.write', (body) => testConnection(RED, readScreenService(body)));

  actionRoute(
    RED,
    'discover',
    (body) => (isReadable(RED, body) ? 'soil-data.read' : 'soil-data.write'),
    async (body) => {
      const question = readPickerQuestion(body);
      return findItems(await services.service(readScreenService(body)), question);
    },
  );

  readRoute(RED, 'jobs', async () => jobsAnswer((await keeper.open()).list()));
  actionRoute(RED, 'jobs/stop', 'soil-data.write', async (body) => ({ done: await (await keeper.open()).waits.stop(neededText(body, 'wait', LONGEST_ID)) }));
  actionRoute(RED, 'jobs/poll', 'soil-data.write', async (body) => ({ done: (await keeper.open()).waits.pollNow(neededText(body, 'job', LONGEST_ID)) }));
  actionRoute(RED, 'jobs/forget', 'soil-data.write', async (body) => {
    // A request of unknown fate has no job.
    const name = textField(body, 'wait', LONGEST_ID) || neededText(body, 'job', LONGEST_ID);
    return { done: await (await keeper.open()).forget(name) };
  });
}

/** Whether a body names the deployed service unchanged: asking it gives no more power than looking at flows. */
function isReadable(RED: NodeAPI, body: unknown): boolean {
  try {
    return deployedHost(RED, readScreenService(body)) !== undefined;
  } catch {
    return false;
  }
}
