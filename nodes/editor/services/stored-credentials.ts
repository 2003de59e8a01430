import { isBlank } from '../../../src/foreign/foreign-value';
import { isEmpty } from '../fields/validation';
import { sharedText } from '../words/shared-text';

/** What Node-RED tells of stored credentials; for a password, only whether there is one. */
type Stored = Record<string, unknown>;

/** What was typed and not deployed yet; all that it has if it came without what is stored, as when Node-RED merges what somebody else deployed. */
function typedInto({ credentials }: EditorNode): Stored {
  const { _: stored = {}, ...now } = credentials ?? {};
  const typed: Stored = Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== stored[name]));
  // Without this, Node-RED would not deploy it.
  if ('clientSecret' in typed) typed.has_clientSecret = !isEmpty(typed.clientSecret);
  return typed;
}

/** Validates a service and the nodes that use it again, after something became known of it. Nothing counts as changed by that. */
function serviceChanged(service: EditorNode): void {
  const wasValid = service.valid;
  RED.editor.validateNode(service);
  if (service.valid === wasValid) return;
  for (const user of service.users ?? []) RED.editor.validateNode(user);
  RED.view.redraw();
}

/**
 * Asks for the stored credentials of a service, which Node-RED does only when its dialog opens. Those known may be out of date: somebody else may have
 * deployed others, and those of a service whose deletion was deployed and taken back are gone. A refusal or no answer leaves them as they are.
 */
function learn(service: EditorNode): void {
  // For a user who may not read them, this would only fill the browser's log.
  if (service.mode !== 'service' || RED.user?.hasPermission('credentials.read') === false) return;
  void $.ajax({
    url: `credentials/soil-service/${service.id}`,
    dataType: 'json',
    success: (stored: Stored) => {
      // Fields that are open would not change along.
      if (RED.nodes.node(service.id) !== service || RED.editor.getEditStack().includes(service)) return;
      // In the form in which the dialog keeps them: what differs from `_` is new, and goes with the next deploy.
      service.credentials = { ...stored, ...typedInto(service), _: { ...stored } };
      serviceChanged(service);
    },
  });
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
  RED.comms.subscribe('notification/runtime-deploy', () => eachService(learn));
}

/**
 * Says what the stored credentials of a service lack; nothing while they are not known. For a setting without a field: in the dialog, the fields of
 * the credentials say it themselves.
 */
export function storedCredentialsRule(): EditorValidator {
  return function (_value, _options) {
    const { mode, credentials } = this;
    if (mode !== 'service' || !credentials?._) return true;
    const { clientId, clientSecret, has_clientSecret: hasSecret } = credentials;
    const missing = isBlank(clientId) ? 'clientId' : isEmpty(clientSecret) && hasSecret !== true ? 'clientSecret' : undefined;
    return missing === undefined || sharedText('invalid.field', { field: sharedText(`label.${missing}`), problem: sharedText('invalid.needed') });
  };
}
