/** The services that a node on a flow can use. */
function servicesFor(node: EditorNode): EditorNode[] {
  const services: EditorNode[] = [];
  RED.nodes.eachConfig((config) => {
    if (config.type === 'soil-service' && !config.d && (!config.z || config.z === node.z)) services.push(config);
  });
  return services;
}

/** A service with its defaults: the sandbox. */
function addSandbox(): EditorNode {
  const definition = RED.nodes.getType('soil-service')!;
  const settings = Object.fromEntries(Object.entries(definition.defaults).map(([setting, { value }]) => [setting, structuredClone(value)]));
  return RED.nodes.add({ ...settings, id: RED.nodes.id(), type: 'soil-service', _def: definition, users: [], credentials: {}, changed: true } as unknown as EditorNode);
}

/** Makes one undo take both back: the editor has an event for the node, and further ones if it was dropped into a group. */
function undoTogether(node: EditorNode, sandbox: EditorNode): void {
  const last = RED.history.peek();
  const added = last && [last, ...(last.events ?? [])].find(({ t, nodes }) => t === 'add' && nodes?.includes(node.id));
  if (!last || !added) return;
  const { dirty } = added;
  RED.history.replace({ t: 'multi', events: [{ t: 'add', nodes: [sandbox.id], dirty }, last], dirty });
}

/** Gives a node on its flow a sandbox, or the service that exists by now: a program may have added several nodes in one turn. */
function giveSandbox(node: EditorNode): void {
  const [earlier] = servicesFor(node);
  const sandbox = earlier ?? addSandbox();
  node.service = sandbox.id;
  RED.nodes.updateConfigNodeUsers(node);
  RED.editor.validateNode(node);
  RED.view.redraw();
  if (!earlier) undoTogether(node, sandbox);
}

/**
 * Gives a new node on a flow the service, if there is exactly one. If there is none, a node that cannot do without gets the
 * sandbox, so that it works at once.
 */
export function chooseService(node: EditorNode): void {
  // A pasted or imported node is on its flow already, and stays as it was.
  if (node.service || RED.nodes.node(node.id)) return;
  const services = servicesFor(node);
  if (services.length === 1) node.service = services[0]?.id;
  if (services.length > 0 || node._def.defaults['service']?.required === false) return;
  window.setTimeout(() => {
    // A node that the editor only previews, while a person looks for a type to add, never gets onto a flow.
    const onFlow = RED.nodes.node(node.id);
    if (onFlow && !onFlow.service) giveSandbox(onFlow);
  });
}
