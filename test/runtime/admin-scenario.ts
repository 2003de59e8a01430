import assert from 'node:assert/strict';
import { ListeningService } from './listening-service';
import { NodeRedProcess } from './node-red-process';

/** The client secret that the flows were deployed with. */
export const SECRET = 'secret-as-deployed';

/** bcrypt of "read and test", at the least cost. */
const HASH = '$2b$04$240.yz/VY34Qj8LKE9LaG.7ruUzJi4pcEGgq5mcr1/M74fgODVE6K';

const users = [
  { username: 'writer', password: HASH, permissions: ['*'] },
  { username: 'reader', password: HASH, permissions: ['flows.read', 'soil-data.read'] },
  { username: 'other', password: HASH, permissions: ['flows.read'] },
];

/** A Node-RED with users and with services in its flows, one service that they lead to, and one that they do not. */
export class AdminScenario {
  readonly own = new ListeningService();
  readonly foreign = new ListeningService();
  nodeRed!: NodeRedProcess;
  private readonly tokens = new Map<string, string>();

  /** One that starts before the tests of the enclosing `describe` and stops after them. */
  static forAllTests(): AdminScenario {
    const stage = new AdminScenario();
    before(() => stage.start());
    after(() => stage.stop());
    return stage;
  }

  /** The settings of a service as its dialog has them. */
  readonly settings = (more: object = {}): object => ({
    ...{ mode: 'service', baseUrl: this.own.address, authUrl: this.own.address, audience: '', tls: '', proxy: '' },
    ...{ syncThreshold: 10, requestsPerSecond: 10, maxConcurrent: 4, timeout: 5 },
    ...{ datasetsField: 'datasets', emailField: 'email', soilPropertiesPath: '', allowPrivateHosts: false },
    ...more,
  });

  /** What a dialog sends of a service. */
  readonly service = (more: object = {}, credentials: object = {}): object => ({ id: 'svc', settings: this.settings(more), ...credentials });

  /** Asks as the editor of a user does; for a name that is none of the users, as somebody who is not logged in. */
  readonly ask = async (
    route: string,
    { user = 'writer', body, headers = {} }: { user?: string; body?: unknown; headers?: Record<string, string | undefined> } = {},
  ): Promise<{ status: number; text: string; json: () => Record<string, unknown> }> => {
    const token = this.tokens.get(user);
    const all = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json', origin: this.nodeRed.address }),
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<string, string>;
    const answer = await fetch(`${this.nodeRed.address}/soil-data/${route}`, {
      headers: sent,
      ...(body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, json: () => JSON.parse(text) as Record<string, unknown> };
  };

  private async start(): Promise<void> {
    await this.own.start();
    await this.foreign.start();
    this.nodeRed = await NodeRedProcess.start({
      flow: [
        { id: 'tab', type: 'tab', label: 'flow' },
        { id: 'svc', type: 'soil-service', version: 1, name: '', ...this.settings() },
        { id: 'env', type: 'soil-service', version: 1, name: '', ...this.settings({ audience: '${SOIL_TEST_VARIABLE}' }) },
        { id: 'mode', type: 'soil-service', version: 1, name: '', ...this.settings({ mode: '${SOIL_TEST_MODE}' }) },
        { id: 'unset', type: 'soil-service', version: 1, name: '', ...this.settings({ mode: '${SOIL_TEST_NOT_SET}' }) },
        { id: 'inner', type: 'subflow', name: 'inner', in: [], out: [] },
        { id: 'outer', type: 'subflow', name: 'outer', in: [], out: [], env: [{ name: 'OF_INSTANCE', type: 'str', value: 'value-of-the-subflow' }] },
        { id: 'idle', type: 'subflow', name: 'without an instance', in: [], out: [] },
        { id: 'in-outer', type: 'subflow:inner', z: 'outer', x: 1, y: 1, wires: [] },
        { id: 'in-tab', type: 'subflow:outer', z: 'tab', x: 1, y: 1, wires: [], env: [{ name: 'OF_INSTANCE', type: 'str', value: 'value-of-the-instance' }] },
        { id: 'inside', type: 'soil-service', z: 'inner', version: 1, name: '', ...this.settings({ audience: '${OF_INSTANCE}' }) },
        { id: 'resting', type: 'soil-service', z: 'idle', version: 1, name: '', ...this.settings() },
        { id: 'off', type: 'soil-service', d: true, version: 1, name: '', ...this.settings() },
        { id: 'plain', type: 'soil-service' },
        { id: 'blank', type: 'soil-service', version: 1, name: '', ...this.settings({ mode: '' }) },
        { id: 'sparse', type: 'soil-service', mode: 'service', baseUrl: this.own.address, authUrl: this.own.address },
        { id: 'emptied', type: 'soil-service', ...this.settings({ requestsPerSecond: '', timeout: '', emailField: '', allowPrivateHosts: '' }) },
        { id: 'sandboxed', type: 'soil-service', version: 1, name: '', ...this.settings({ mode: 'sandbox' }) },
        { id: 'proxy', type: 'http proxy', name: '', url: this.foreign.address, noproxy: [] },
        { id: 'proxied', type: 'soil-service', version: 1, name: '', ...this.settings({ proxy: 'proxy' }) },
        { id: 'wait', type: 'soil-wait', z: 'tab', x: 1, y: 1, service: 'svc', wires: [[], []] },
      ],
      credentials: {
        ...Object.fromEntries(['svc', 'sparse', 'emptied', 'sandboxed', 'proxied'].map((id) => [id, { clientId: 'me', clientSecret: SECRET }])),
        env: { clientId: '${SOIL_TEST_VARIABLE}', clientSecret: '${SOIL_TEST_SECRET}' },
        mode: { clientId: 'me', clientSecret: SECRET },
        inside: { clientId: 'me', clientSecret: SECRET },
        ...Object.fromEntries(['resting', 'off'].map((id) => [id, { clientId: 'me', clientSecret: SECRET }])),
      },
      // Every line there is: none may hold a secret.
      settings: { adminAuth: { type: 'credentials', users }, logging: { console: { level: 'trace', metrics: false, audit: false } } },
      env: { SOIL_TEST_VARIABLE: 'value-of-the-environment', SOIL_TEST_SECRET: SECRET, SOIL_TEST_MODE: 'service' },
    });
    for (const { username } of users) {
      const { status, text } = await this.nodeRed.post('/auth/token', {
        ...{ client_id: 'node-red-editor', grant_type: 'password', scope: '', username, password: 'read and test' },
      });
      assert.equal(status, 200, text);
      this.tokens.set(username, (JSON.parse(text) as { access_token: string }).access_token);
    }
  }

  private async stop(): Promise<void> {
    await this.nodeRed?.remove();
    await this.own.stop();
    await this.foreign.stop();
  }
}
