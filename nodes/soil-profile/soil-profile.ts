import type { Node, NodeAPI, NodeDef } from 'node-red';
import { loadedLate, loadSoon } from '../../src/modules/loaded-late';
import { Semaphore } from '../../src/time/semaphore';
import { sourcePart, type SoilMessage } from '../runtime/soil-message';
import { NodeStatus } from '../runtime/status/node-status';
import { handleThroughDeploys } from '../runtime/through-deploys';
import type { ProfileSettings } from './put-profiles';

/** One message after the other: each takes memory besides its records, and they leave in the order in which they came. */
const oneByOne = new Semaphore(1);

export = (RED: NodeAPI): void => {
  // Profiles, units and shapes: only flows that make profiles wait for that code to load, not every start of Node-RED.
  const profiles = loadedLate(() => require('./put-profiles') as typeof import('./put-profiles'));

  function construct(this: Node, config: NodeDef & ProfileSettings): void {
    RED.nodes.createNode(this, config);
    let synthetic = false;
    const status = new NodeStatus(RED, this, () => synthetic);

    const profile = async (msg: SoilMessage, closing: AbortSignal): Promise<SoilMessage> => {
      synthetic = sourcePart(msg).synthetic === true;
      const onBegin = (count: number): void => status.show('working', 'reading', { count });
      const { slices, empty, isDoubtful } = await profiles().putProfiles(msg, config, closing, onBegin);
      if (slices === 0) status.show('attention', 'noData');
      else status.showFilled(isDoubtful ? 'attention' : 'done', 'value', slices, empty);
      return msg;
    };

    handleThroughDeploys(RED, this, status, (msg, { signal }) => oneByOne.hold({ flow: this.id, signal }, () => profile(msg, signal)));
    loadSoon(profiles);
  }

  RED.nodes.registerType('soil-profile', construct);
};
