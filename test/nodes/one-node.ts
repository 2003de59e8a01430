import { RunningFlow } from './flow';
import { credentials, ServiceStandIn, type Answer } from './service-stand-in';

interface OneNode {
  flow: RunningFlow;
  service: ServiceStandIn;
  /** Ends Node-RED and starts it again on what it left behind. */
  restart: () => Promise<RunningFlow>;
}

/**
 * For the tests of one `describe`: starts a stand-in of the service and a flow with one node on it, `node`, whose first output leads to the
 * helper `out`. Both are stopped after each test.
 */
export function oneNode(): (type: string, settings: object, answer: Answer) => Promise<OneNode> {
  let flow: RunningFlow | undefined;
  let service: ServiceStandIn | undefined;
  afterEach(async () => {
    await flow?.stop();
    await service?.stop();
    flow = service = undefined;
  });
  return async (type, settings, answer) => {
    service = await ServiceStandIn.start(answer);
    const nodes = [service.configuration(), { id: 'node', type, service: 'svc', ...settings, wires: [['out']] }, { id: 'out', type: 'helper' }];
    flow = await RunningFlow.start(nodes, { credentials });
    const { userDirectory } = flow;
    const restart = async (): Promise<RunningFlow> => {
      await flow?.stop(true);
      return (flow = await RunningFlow.start(nodes, { credentials, userDirectory }));
    };
    return { flow, service, restart };
  };
}
