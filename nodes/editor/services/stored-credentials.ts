import { isEmpty } from '../fields/validation';
import { sharedText } from '../words/shared-text';

/** What Node-RED tells of stored credentials; for a password, only whether there is one. */
type Stored = Record<string, unknown>;

/** The editor asks for the credentials of a node only when its dialog opens, and does not know them before. */
function isUnknown({ mode, credentials }: EditorNode): boolean {
  return mode === 'service' && !credentials;
}

/** Validates a service and the nodes that use it again, after something became known of it. Nothing counts as changed by that. */
function serviceChanged(service: EditorNode): void {
  const wasValid = service.valid;
  RED.editor.validateNode(service);
  if (service.valid === wasValid) return;
  for (const user of service.users ?? []) RED.editor.validateNode(user);
  RED.view.redraw();
}

/** Asks for the credentials of a service if they are needed and not known. A refusal or no answer leaves them unknown. */
function learn(service: EditorNode): void {
  // For a user who may not read them, this would only fill the browser's log.
  if (!isUnknown(service) || RED.user?.hasPermission('credentials.read') === false) return;
  void $.ajax({
    url: `credentials/soil-service/${service.id}`,
    dataType: 'json',
    success: (stored: Stored) => {
      if (!isUnknown(service) || RED.nodes.node(service.id) !== service) return;
      // In the form in which the dialog keeps them: what differs from `_` is new, and goes with the next deploy.
      service.credentials = { ...stored, _: { ...stored } };
      serviceChanged(service);
    },
  });
}

/** Whether nobody has typed anything other than what is stored. */
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
 * Makes a service that lacks its credentials, as in an imported flow, say so: Node-RED checks the rules of credentials only in an open dialog. To be
 * called once.
 */
export function learnCredentials(): void {
  // Once everything that comes with it is there: its users have to be known.
  RED.events.on('nodes:add', (node) => {
    if ((node as EditorNode).type === 'soil-service') window.setTimeout(() => learn(node as EditorNode));
  });
  // Node-RED forgets the credentials of services that it deployed.
  RED.events.on('deploy', () => eachService(learn));
  RED.comms.subscribe('notification/runtime-deploy', () => eachService(relearn));
}

/**
 * Says what the stored credentials of a service lack; nothing while they are not known. For a setting without a field: in the dialog, the fields of
 * the credentials say it themselves.
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
