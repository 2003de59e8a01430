import type { FlowNode } from './flow-under-deploys';

type Random = () => number;
type Flow = FlowNode[];

/** Changes a flow, and returns what was done; nothing if there is nothing to change. */
type Change = (flow: Flow, random: Random) => string | undefined;

/** As a flow was before any change. */
export const copyOf = (flow: Flow): Flow => structuredClone(flow);

export const isSoilType = (type: string | undefined): boolean => type?.startsWith('soil-') === true && type !== 'soil-service';
const isSoil = ({ type }: FlowNode): boolean => isSoilType(type);
/** A node that has messages in the journal. */
const hasJournal = ({ type }: FlowNode): boolean => /^soil-(?:submit|wait|download|read)$/.test(type);
const oneOf = <Thing>(things: readonly Thing[], random: Random): Thing | undefined => things[Math.floor(random() * things.length)];

const renamed: Change = (flow, random) => {
  const node = oneOf(flow.filter(isSoil), random);
  if (!node) return undefined;
  node.name = `name ${Math.floor(random() * 1000)}`;
  return `renames ${node.id}`;
};

const moved: Change = (flow, random) => {
  const node = oneOf(flow.filter(isSoil), random);
  if (!node) return undefined;
  node.x = Math.floor(random() * 1000);
  return `moves ${node.id}`;
};

const settings: Change = (flow, random) => {
  const node = oneOf(flow.filter(isSoil), random);
  if (!node) return undefined;
  if (node.type === 'soil-wait') node.firstPoll = 0.2 + random();
  if (node.type === 'soil-submit') node.reuse = random() < 0.7;
  if (node.type === 'soil-download') node.extract = random() < 0.5;
  if (node.type === 'soil-read') node.distinct = random() < 0.5;
  return `settings of ${node.id}`;
};

const serviceSettings: Change = (flow, random) => {
  const node = oneOf(flow.filter(({ type }) => type === 'soil-service'), random);
  if (!node) return undefined;
  node.timeout = 20 + Math.floor(20 * random());
  node.maxConcurrent = 8 + Math.floor(24 * random());
  return `settings of service ${node.id}`;
};

/** Two of the services have one address. */
const otherService: Change = (flow, random) => {
  const node = oneOf(flow.filter((each) => each.service === 'one' || each.service === 'two'), random);
  if (!node) return undefined;
  node.service = node.service === 'one' ? 'two' : 'one';
  return `${node.id} has service ${node.service as string}`;
};

const variable: Change = (flow, random) => {
  const holder = oneOf(flow.filter(({ env }) => Array.isArray(env)), random);
  if (!holder) return undefined;
  if (holder.type === 'subflow') {
    const env = holder.env as { value: string }[];
    env[0]!.value = env[0]!.value === 'one' ? 'two' : 'one';
  } else {
    holder.env = [{ name: 'MAX_POLL', type: 'str', value: (0.4 + random()).toFixed(2) }];
  }
  return `environment of ${holder.id}`;
};

const disabled: Change = (flow, random) => {
  const node = oneOf(flow.filter((each) => !each.d && (isSoil(each) || (each.type === 'soil-service' && random() < 0.5))), random);
  if (!node) return undefined;
  node.d = true;
  return `disables ${node.id}`;
};

const tabDisabled: Change = (flow, random) => {
  const tab = oneOf(flow.filter(({ type }) => type === 'tab'), random);
  if (!tab) return undefined;
  tab.disabled = !tab.disabled;
  return `${tab.disabled ? 'disables' : 'enables'} ${tab.id}`;
};

const deleted: Change = (flow, random) => {
  // The editor removes a node from the wires of its subflow as well: a subflow that names a missing node does not start.
  const node = oneOf(flow.filter((each) => hasJournal(each) && !/^(?:submit|read)-subflow$/.test(each.id)), random);
  if (!node) return undefined;
  flow.splice(flow.indexOf(node), 1);
  return `deletes ${node.id}`;
};

const serviceDeleted: Change = (flow, random) => {
  const node = oneOf(flow.filter(({ type }) => type === 'soil-service'), random);
  if (!node) return undefined;
  flow.splice(flow.indexOf(node), 1);
  return `deletes service ${node.id}`;
};

const toOtherTab: Change = (flow, random) => {
  const node = oneOf(flow.filter((each) => hasJournal(each) && each.z?.startsWith('tab-')), random);
  if (!node || !flow.some(({ id }) => id === 'tab-spare')) return undefined;
  node.z = node.z === 'tab-spare' ? `tab-${node.id.split('-')[1] === 'call' ? 'called' : 'straight'}` : 'tab-spare';
  delete node.g;
  return `puts ${node.id} into ${node.z}`;
};

const toGroup: Change = (flow, random) => {
  const group = flow.find(({ id }) => id === 'group');
  const node = oneOf(flow.filter((each) => isSoil(each) && each.z === 'tab-straight'), random);
  if (!group || !node) return undefined;
  if (node.g) delete node.g;
  else node.g = group.id;
  group.nodes = flow.filter(({ g }) => g === group.id).map(({ id }) => id);
  return `${node.g ? 'puts' : 'takes'} ${node.id} ${node.g ? 'into' : 'out of'} the group`;
};

/** Puts a node between two others, or removes it. */
const rewired: Change = (flow, random) => {
  const node = oneOf(flow.filter((each) => hasJournal(each) && each.wires?.[0]?.length), random);
  const [first] = node?.wires ?? [];
  if (!node || !first?.[0]) return undefined;
  const between = flow.find(({ id }) => id === `between-${node.id}`);
  if (between) {
    flow.splice(flow.indexOf(between), 1);
    node.wires![0] = between.wires![0]!;
    return `takes out ${between.id}`;
  }
  flow.push({ id: `between-${node.id}`, type: 'change', z: node.z!, x: 1, y: 1, rules: [{ t: 'set', p: 'between', pt: 'msg', to: 'x', tot: 'str' }], wires: [first] });
  node.wires![0] = [`between-${node.id}`];
  return `puts in between-${node.id}`;
};

/** Changes that make no difference to the messages in a flow. */
export const harmless: readonly Change[] = [renamed, moved, settings, serviceSettings, otherService, variable, toGroup];
/** Changes that remove something for a while. */
export const harmful: readonly Change[] = [disabled, disabled, tabDisabled, deleted, deleted, serviceDeleted, toOtherTab, rewired];
