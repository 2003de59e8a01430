import { liveValue } from '../fields/live-value';

/** A service as an admin route takes it: with the values in the editor, deployed or not. */
interface ServiceQuestion {
  id: string;
  settings: Record<string, unknown>;
  clientId?: string;
  /** Absent if it was not typed: the stored one is meant. */
  clientSecret?: string;
}

/** What Node-RED shows in place of a stored password. */
const STORED = '__PWRD__';

const NOT_SETTINGS = new Set(['name', 'version']);

function settingsOf(node: EditorNode, read: (setting: string) => unknown): Record<string, unknown> {
  const names = Object.keys(node._def.defaults).filter((setting) => !NOT_SETTINGS.has(setting));
  return Object.fromEntries(names.map((setting) => [setting, read(setting) ?? '']));
}

function typedCredentials(clientId: unknown, clientSecret: unknown): Pick<ServiceQuestion, 'clientId' | 'clientSecret'> {
  return {
    ...(typeof clientId === 'string' && clientId !== '' && { clientId: clientId.trim() }),
    ...(typeof clientSecret === 'string' && clientSecret !== '' && clientSecret !== STORED && { clientSecret }),
  };
}

/** The service that is being edited, with the values on the screen. */
export function serviceOnScreen(node: EditorNode): ServiceQuestion {
  const settings = settingsOf(node, (setting) => {
    const value = liveValue(node, setting);
    // The line of a menu for a new TLS or proxy node.
    return value === '_ADD_' ? '' : value;
  });
  return { id: node.id, settings, ...typedCredentials(liveValue(node, 'clientId'), liveValue(node, 'clientSecret')) };
}

/** A service as the editor holds it, for example one chosen in another node's dialog. `undefined` if there is none. */
export function serviceInEditor(id: unknown): ServiceQuestion | undefined {
  const node = typeof id === 'string' && id !== '' && id !== '_ADD_' ? RED.nodes.node(id) : undefined;
  if (node?.type !== 'soil-service') return undefined;
  const { clientId, clientSecret } = node.credentials ?? {};
  return { id: node.id, settings: settingsOf(node, (setting) => node[setting]), ...typedCredentials(clientId, clientSecret) };
}
