import path from 'node:path';
import { inspect } from 'node:util';
import type { Node, NodeAPI } from 'node-red';
import { makePrivateFolder } from '../../src/disk/make-folder';
import { systemFiles } from '../../src/disk/system-files';
import { safeFilename } from '../../src/download/safe-filename';
import { loadedLate } from '../../src/modules/loaded-late';
import { SettingError } from '../../src/errors/setting-error';
import { SoilError } from '../../src/errors/soil-error';
import { storageError } from '../../src/errors/storage-error';
import { getOrInsert } from '../../src/maps/get-or-insert';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { modeOf, MODES } from '../../src/service/service-mode';
import { checkServiceSettings, readSyncThreshold, type ServiceSettings } from '../../src/service/service-settings';
import { settingLabel } from '../../src/service/setting-label';
import { SoilService } from '../../src/service/soil-service';
import { OpenedOnce } from '../runtime/keeping/opened-once';
import { soilDirectory } from '../runtime/keeping/soil-directory';
import { textSetting } from '../runtime/settings/text-setting';
import { runtimeText } from '../runtime/status/runtime-text';
import { traceOf } from '../runtime/trace-of';

/** The settings of the configuration node, as the editor saves them. */
export interface SoilServiceConfig {
  mode?: string;
  [setting: string]: unknown;
}

/** A client, and the sandbox if that is the service. */
interface Opened {
  service: SoilService;
  sandbox: Sandbox | undefined;
}

/** The services whose warning has been logged, by runtime: a process may have several runtimes, one after the other. */
const warnedOfSandbox = new WeakMap<NodeAPI, Set<string>>();

/**
 * One service and everything that its nodes share: token, rate gate, connections, and the sandbox if that is the service.
 * Opened by the first use, closed when the last node that uses it is gone.
 */
export class ServiceHost {
  readonly synthetic: boolean;
  private readonly users = new Set<object>();
  private readonly opened = new OpenedOnce(() => this.open());
  /** Loaded late: a Node-RED with a real service never pays for it. */
  private readonly sandboxCode = loadedLate(() => require('../../src/sandbox/sandbox') as typeof import('../../src/sandbox/sandbox'));
  private client: SoilService | undefined;
  private closed = false;
  /** Settles when everything let go of so far is closed. */
  private closing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
    private readonly config: SoilServiceConfig,
    private readonly credentials: { clientId?: string; clientSecret?: string },
  ) {
    this.synthetic = modeOf(config) === 'sandbox';
  }

  /** Hectares below which an area is small (specification, section 8). Throws `SOIL_CONFIG` if the setting is malformed. */
  get syncThreshold(): number {
    return readSyncThreshold(this.config);
  }

  /** Whether its configuration node is gone. */
  get isClosed(): boolean {
    return this.closed;
  }

  /** Whether the service is being asked anything. */
  get isBusy(): boolean {
    return this.client?.isBusy ?? false;
  }

  attach(user: object): void {
    this.users.add(user);
  }

  async detach(user: object): Promise<void> {
    this.users.delete(user);
    if (this.users.size === 0) await this.release();
  }

  /** Throws `SOIL_CONFIG`, as the first request would, if a node uses this service and its settings are not usable. */
  check(): void {
    if (!this.synthetic && this.users.size > 0) this.readSettings();
  }

  /**
   * The client of this service, even after its configuration node is gone, for nodes that have not let go: a message may have been on its way to
   * them. Without users, it is open for this turn only. Throws `SOIL_CONFIG` if a setting is missing or malformed, or if both the configuration node
   * and the users are gone.
   */
  async service(): Promise<SoilService> {
    if (this.closed && this.users.size === 0) throw new SoilError('SOIL_CONFIG', 'The soil service was changed or removed by a deploy.');
    const { service } = await this.opened.get();
    if (this.users.size === 0) setImmediate(() => this.releaseUnused());
    return service;
  }

  /** The configuration node is gone. The service stays until the last user has let go, so that a job that is being submitted gets its answer. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.users.size === 0) await this.release();
  }

  /** It holds the secret, and so does what it opened: no log and no message may show them. */
  toJSON(): string {
    return '[soil service]';
  }

  [inspect.custom](): string {
    return this.toJSON();
  }

  private release(): Promise<void> {
    const closing = this.closeOpened();
    this.closing = Promise.allSettled([this.closing, closing]);
    return closing;
  }

  private async closeOpened(): Promise<void> {
    this.client = undefined;
    const opened = await this.opened.take();
    await opened?.service.close();
    await opened?.sandbox?.close();
  }

  private releaseUnused(): void {
    if (this.users.size === 0) void this.release().catch((error: Error) => this.node.warn(error.message));
  }

  private async open(): Promise<Opened> {
    const sandbox = this.synthetic ? await this.startSandbox() : undefined;
    try {
      const trace = traceOf(this.RED, this.node);
      const service = new SoilService(sandbox ? this.settingsOf(sandbox) : this.readSettings(), {
        // Each sandbox has jobs of its own, and another port at each start.
        identity: sandbox && `sandbox ${this.node.id}`,
        trace,
      });
      this.client = service;
      return { service, sandbox };
    } catch (error) {
      await sandbox?.close();
      throw error;
    }
  }

  private readSettings(): ServiceSettings {
    // A misspelt mode, or an environment variable that is not set, must not lead to synthetic data.
    const mode = textSetting(settingLabel('mode'), modeOf(this.config));
    if (mode !== 'service') {
      const empty = mode === undefined ? '; it is empty' : '';
      throw new SettingError(settingLabel('mode'), `of the soil service must be ${MODES.map((one) => `"${one}"`).join(' or ')}${empty}.`);
    }
    const { tls, proxy, clientId, clientSecret, ...settings } = this.config;
    // Node-RED encrypts only credentials, and leaves only them out of an exported flow.
    if (clientId || clientSecret)
      throw new SoilError('SOIL_CONFIG', 'The soil service has its client id or secret among its other settings, where the flow file and each export show it: move both into "credentials", or type them into the dialog.');
    return checkServiceSettings({
      ...settings,
      ...this.credentials,
      synthetic: false,
      tls: this.tlsOptions(tls),
      proxy: this.proxyOptions(proxy),
    });
  }

  private async startSandbox(): Promise<Sandbox> {
    const { startSandbox } = this.sandboxCode();
    // In an imported flow, a stranger chose the identifier.
    const folder = safeFilename(this.node.id, 'service');
    const directory = path.join(soilDirectory(this.RED), 'sandbox', folder);
    // Two sandboxes in one directory would remove each other's files.
    await this.closing;
    let sandbox: Sandbox;
    try {
      await makePrivateFolder(directory, systemFiles);
      sandbox = await startSandbox({ directory });
    } catch (error) {
      throw storageError(error, 'start the sandbox', directory, false);
    }
    this.warnOfSandbox();
    return sandbox;
  }

  private warnOfSandbox(): void {
    const warned = getOrInsert(warnedOfSandbox, this.RED, () => new Set());
    if (warned.has(this.node.id)) return;
    warned.add(this.node.id);
    this.node.warn(runtimeText(this.RED, 'warning.synthetic'));
  }

  private settingsOf({ baseUrl, authUrl, clientId, clientSecret }: Sandbox): ServiceSettings {
    const { requestsPerSecond, maxConcurrent, timeout, syncThreshold } = this.config;
    const limits = { requestsPerSecond, maxConcurrent, timeout, syncThreshold };
    return checkServiceSettings({ ...limits, baseUrl, authUrl, clientId, clientSecret, synthetic: true });
  }

  /**
   * The node that a setting refers to. Throws `SOIL_CONFIG` if it is missing or of another kind: without it, requests would not go the chosen way.
   */
  private referred(setting: string, id: unknown, type: string): Node | undefined {
    if (typeof id !== 'string' || id === '') return undefined;
    const node = this.RED.nodes.getNode(id) as Node | null;
    if (node?.type === type) return node;
    const what = node ? `a node of the kind "${node.type}", not "${type}". Choose` : 'a node that is disabled, deleted or not deployed. Deploy it, or choose';
    throw new SettingError(settingLabel(setting), `of the soil service refers to ${what} another one.`);
  }

  /** The core `tls-config` node writes its settings into an options object of Node's `tls`. */
  private tlsOptions(id: unknown): unknown {
    const tls: (Node & { addTLSOptions?(options: object): Record<string, unknown> }) | undefined = this.referred('tls', id, 'tls-config');
    if (!tls) return undefined;
    // Only HTTP/1.1 is spoken, whatever other protocols are named.
    const { ALPNProtocols: _, ...options } = tls.addTLSOptions?.({}) ?? {};
    // Certificates from files come as Buffers, those typed into the dialog as text. A PKCS #12 file is no text.
    const texts = Object.entries(options).map(([name, value]) => [name, Buffer.isBuffer(value) && name !== 'pfx' ? value.toString() : value]);
    return Object.fromEntries(texts);
  }

  /** The core `http proxy` node. */
  private proxyOptions(id: unknown): unknown {
    const proxy: (Node & { url?: string; noproxy?: string[]; credentials?: { username?: string; password?: string } }) | undefined = this.referred('proxy', id, 'http proxy');
    if (!proxy?.url) return undefined;
    return { url: proxy.url, noProxy: proxy.noproxy ?? [], ...proxy.credentials };
  }
}
