import type { Node, NodeAPI } from 'node-red';
import { SettingError } from '../../src/errors/setting-error';
import { SoilError } from '../../src/errors/soil-error';
import { environmentVariable } from '../../src/foreign/environment-variable';
import { fieldOf } from '../../src/foreign/foreign-value';
import { parsedUrl } from '../../src/foreign/parsed-url';
import { modeOf } from '../../src/service/service-mode';
import { SETTING_DEFAULTS } from '../../src/service/service-settings';
import { settingLabel } from '../../src/service/setting-label';
import type { SoilServiceNode } from '../runtime/service-use';
import { ServiceHost } from '../soil-service/service-host';
import { BadRequest } from './admin-route';
import { neededText, textField } from './body-fields';
import { deployedService, type Deployed } from './deployed-service';

/** The values of settings that a flow file leaves out, or empty: the editor fills them in. */
const DEFAULTS: Readonly<Record<string, unknown>> = { allowPrivateHosts: false, ...SETTING_DEFAULTS };

/** The settings that decide what a service is and how it is reached. */
const SETTINGS = ['mode', 'baseUrl', 'authUrl', 'audience', 'tls', 'proxy', ...Object.keys(DEFAULTS)];

/** The settings that decide where a secret goes, and who could read it on its way. */
const WHERE_SECRETS_GO = ['baseUrl', 'authUrl', 'tls', 'proxy'] as const;

/** Characters. */
const LONGEST_SETTING = 4096;

/** A service as it is in the editor, deployed or not. */
export interface ScreenService {
  id: string;
  settings: Record<string, Plain>;
  /** Absent if it was not typed: the deployed one is meant. */
  clientId?: string;
  clientSecret?: string;
}

/** Reads the part `service` of a request body. */
export function readScreenService(body: unknown): ScreenService {
  const given = fieldOf(body, 'service');
  const fields = fieldOf(given, 'settings');
  const settings: ScreenService['settings'] = {};
  for (const name of SETTINGS) {
    const value = fieldOf(fields, name);
    if (value === undefined) continue;
    if (!isPlain(value) || plainText(value).length > LONGEST_SETTING) {
      throw new BadRequest(`The setting "${settingLabel(name)}" must be a number, a boolean, or a text of at most ${LONGEST_SETTING} characters.`);
    }
    settings[name] = value;
  }
  const clientId = textField(given, 'clientId', LONGEST_SETTING);
  const clientSecret = textField(given, 'clientSecret', LONGEST_SETTING);
  return { id: neededText(given, 'id', 100), settings, clientId, clientSecret };
}

type Plain = string | number | boolean;

function isPlain(value: unknown): value is Plain {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Forms give text where a flow file may have numbers; an absent setting is an empty one. */
function plainText(value: unknown): string {
  return isPlain(value) ? String(value) : '';
}

function sameSetting(left: unknown, right: unknown): boolean {
  return plainText(left) === plainText(right);
}

function filledIn(settings: object, name: string): string {
  return plainText(fieldOf(settings, name)) || plainText(DEFAULTS[name]);
}

/** Whether the editor shows what is deployed. */
function isAsDeployed(RED: NodeAPI, screen: ScreenService, { raw }: Deployed): boolean {
  const there = { ...raw, mode: modeOf(raw) };
  if (screen.settings.mode === 'sandbox' && there.mode === 'sandbox') return true;
  if (screen.clientSecret !== undefined) return false;
  if (typedClientId(RED, screen) !== undefined) return false;
  return SETTINGS.every((name) => filledIn(screen.settings, name) === filledIn(there, name));
}

/** The deployed service, if the editor shows it unchanged. */
export function deployedHost(RED: NodeAPI, screen: ScreenService): ServiceHost | undefined {
  const deployed = deployedService(RED, screen.id);
  return deployed && isAsDeployed(RED, screen, deployed) ? deployed.node.host : undefined;
}

/** A service made from what is on the screen. */
export function screenHost(RED: NodeAPI, screen: ScreenService): ServiceHost {
  const deployed = deployedService(RED, screen.id);
  const settings: Record<string, unknown> = {};
  for (const name of SETTINGS) settings[name] = resolved(RED, name, screen.settings[name], deployed);
  // A host needs a node; for a service that is only on the screen, this stands in.
  const node = { id: 'editor', trace: () => undefined, warn: (line: string) => RED.log.warn(`soil-data: ${line}`) } as unknown as Node;
  return new ServiceHost(RED, node, settings, screenCredentials(RED, screen, settings, deployed));
}

/**
 * A setting that names an environment variable takes its value only if exactly that was deployed: the editor must not read other variables.
 * A variable that is not set stays as written, as in Node-RED.
 */
function resolved(RED: NodeAPI, name: string, value: unknown, deployed: Deployed | undefined): unknown {
  const variable = typeof value === 'string' ? environmentVariable(value) : undefined;
  if (variable === undefined) return value;
  if (deployed && sameSetting(value, deployed.raw[name])) return RED.util.getSetting(deployed.node, variable) ?? value;
  throw undeployedVariable(name);
}

const RUNS_IN_INSTANCES = 'A service inside a subflow runs only if an instance of the subflow is in a flow that is enabled.';

function undeployedVariable(name: string): SoilError {
  return new SettingError(settingLabel(name), `takes an environment variable: deploy first, then test. ${RUNS_IN_INSTANCES}`);
}

/** The client identifier, if it differs from the deployed one. The editor has it as it was written, perhaps as a variable. */
function typedClientId(RED: NodeAPI, screen: ScreenService): string | undefined {
  return screen.clientId === writtenCredentials(RED, screen).clientId ? undefined : screen.clientId;
}

/** The credentials as they were deployed, without the values of environment variables. */
function writtenCredentials(RED: NodeAPI, screen: ScreenService): Credentials {
  return RED.nodes.getCredentials(screen.id) ?? {};
}

function screenCredentials(RED: NodeAPI, screen: ScreenService, settings: Record<string, unknown>, deployed: Deployed | undefined): Credentials {
  if (settings.mode !== 'service') return {};
  // If nothing runs, there is no deployed identifier to compare with.
  const typedId = deployed ? typedClientId(RED, screen) : screen.clientId;
  for (const [name, value] of Object.entries({ clientId: typedId, clientSecret: screen.clientSecret })) {
    if (value !== undefined && environmentVariable(value) !== undefined) throw undeployedVariable(name);
  }
  const stored = deployed ? credentialsOf(deployed.node) : {};
  if (!deployed && screen.clientSecret === undefined && writtenCredentials(RED, screen).clientSecret) {
    throw new SoilError('SOIL_CONFIG', `The stored credentials cannot be read, because the service does not run. Enable it and deploy, or type the client secret. ${RUNS_IN_INSTANCES}`);
  }
  const clientId = typedId ?? stored.clientId;
  if (screen.clientSecret !== undefined) return { clientId, clientSecret: screen.clientSecret };
  if (stored.clientSecret !== undefined && !mayTakeStoredSecret(RED, settings, deployed)) {
    throw new SoilError('SOIL_CONFIG', 'The address, TLS or the proxy was changed: type the client secret again. A stored secret is used only with those that it was deployed with.', {
      detail: 'SECRET_NEEDED',
    });
  }
  return { clientId, clientSecret: stored.clientSecret };
}

/** The stored secret goes only to the origins that it was deployed for, by the deployed route, and nowhere else. */
function mayTakeStoredSecret(RED: NodeAPI, settings: Record<string, unknown>, deployed: Deployed | undefined): boolean {
  if (!deployed) return false;
  return WHERE_SECRETS_GO.every((name) => {
    const before = resolved(RED, name, deployed.raw[name], deployed);
    return name === 'baseUrl' || name === 'authUrl' ? sameOrigin(settings[name], before) : sameSetting(settings[name], before);
  });
}

function sameOrigin(left: unknown, right: unknown): boolean {
  const [one, other] = [left, right].map((address) => parsedUrl(plainText(address))?.origin);
  return one !== undefined && one === other;
}

interface Credentials {
  clientId?: string;
  clientSecret?: string;
}

/** The credentials, with the values of environment variables. */
function credentialsOf(node: SoilServiceNode): Credentials {
  return (node as unknown as { credentials?: Credentials }).credentials ?? {};
}
