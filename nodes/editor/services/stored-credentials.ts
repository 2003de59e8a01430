import { isEmpty } from '../fields/validation';
import { sharedText } from '../words/shared-text';

/** What Node-RED tells of stored credentials: of a password only whether there is one. */
type Stored = Record<string, unknown>;

/** Node-RED asks for the credentials of a node when its dialog opens, and knows nothing of them before. */
function isUnknown({ mode, credentials }: EditorNode): boolean {
  return mode === 'service' && !credentials;
}

/** Looks again at a service and at the nodes that use it, where something came to be known of it. Nothing counts as changed by that. */
function serviceChanged(service: EditorNode): void {
  const wasValid = service.valid;
  RED.editor.validateNode(service);
  if (service.valid === wasValid) return;
  for (const user of service.users ?? []) RED.editor.validateNode(user);
  RED.view.redraw();
}

/** Asks for the credentials of a service, where they are needed and not known. A refusal or no answer leaves them unknown. */
function learn(service: EditorNode): void {
  // Who may not read them would only fill the log of the browser.
  if (!isUnknown(service) || RED.user?.hasPermission('credentials.read') === false) return;
  void $.ajax({
    url: `credentials/soil-service/${service.id}`,
    dataType: 'json',
    success: (stored: Stored) => {
      if (!isUnknown(service) || RED.nodes.node(service.id) !== service) return;
      // As its dialog keeps them: what differs from `_` is new, and goes along with the next deploy.
      service.credentials = { ...stored, _: { ...stored } };
      serviceChanged(service);
    },
  });
}

/** Whether nobody has typed anything else than what is stored. */
function isAsStored({ credentials }: EditorNode): boolean {
  const { _: stored, ...now } = (credentials ?? {});
  return stored !== undefined && Object.keys(now).every((name) => now[name] === stored[name]);
}

/** Another tab, or another person, may have deployed other credentials. */
function relearn(service: EditorNode): void {
  if (RED.editor.getEditStack().includes(service) || !isAsStored(service)) return;
  delete service.credentials;
  learn(service);
}

function eachService(work: (service: EditorNode) => void): void {
  RED.nodes.eachConfig((config) => {
    if (config.type === 'soil-service') work(config);
  });
}

/**
 * A service on the canvas that lacks its credentials, as in an imported flow, says so: Node-RED checks the rules of credentials in an open dialog
 * alone. To be called once.
 */
export function learnCredentials(): void {
  // When all that comes along is there: its users have to be known.
  RED.events.on('nodes:add', (node) => {
    if ((node as EditorNode).type === 'soil-service') window.setTimeout(() => learn(node as EditorNode));
  });
  // Node-RED forgets what it knew of those that it deployed.
  RED.events.on('deploy', () => eachService(learn));
  RED.comms.subscribe('notification/runtime-deploy', () => eachService(relearn));
}

/**
 * What the stored credentials of a service lack. For a setting without a field: in the dialog, the fields of the credentials say it themselves.
 * Nothing while they are not known.
 */
export function storedCredentialsRule(): EditorValidator {
  return function (_value, _options) {
    const { mode, credentials } = this;
    if (mode !== 'service' || !credentials) return true;
    const { clientId, clientSecret, has_clientSecret: hasSecret } = credentials;
    const missing = isEmpty(clientId) ? 'clientId' : isEmpty(clientSecret) && hasSecret !== true ? 'clientSecret' : undefined;
    return missing === undefined || sharedText('invalid.field', { field: sharedText(`label.${missing}`), problem: sharedText('invalid.needed') });
  };
}
