import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import express from 'express';
import { registerAdmin } from '../../nodes/admin/register-admin';
import { until } from '../time/until';

describe('What the sidebar and the dialogs hold', () => {
  it('is let go when the flows stop, and not only a while after the last look', async () => {
    const userDir = await mkdtemp(path.join(os.tmpdir(), 'register-admin-'));
    const app = express();
    app.use(express.json());
    const events = new EventEmitter();
    const auth = { needsPermission: () => (_request: unknown, _response: unknown, next: () => void) => next() };
    const nodes = { eachNode: () => undefined, getNode: () => null, getCredentials: () => undefined };
    const log = { info: () => undefined, warn: () => undefined, error: (line: string) => assert.fail(line) };
    registerAdmin({ settings: { userDir }, httpAdmin: app, events, auth, nodes, log, _: (key: string) => key } as never);
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const servers = (): number => process.getActiveResourcesInfo().filter((resource) => resource === 'TCPServerWrap').length;
    const isLocked = (): boolean => existsSync(path.join(userDir, 'soil-data', 'jobs.lock'));
    const before = servers();
    try {
      const jobs = await fetch(`${origin}/soil-data/jobs`, { headers: { connection: 'close' } });
      assert.deepEqual([jobs.status, isLocked()], [200, true], await jobs.text());
      const question = { service: { id: 'new', settings: { mode: 'sandbox' } }, resource: 'datasets', query: {} };
      const headers = { origin, 'content-type': 'application/json', connection: 'close' };
      const found = await fetch(`${origin}/soil-data/discover`, { method: 'POST', headers, body: JSON.stringify(question) });
      assert.deepEqual([found.status, servers() > before], [200, true], await found.text());
      events.emit('flows:stopping', { type: 'full' });
      await until(() => !isLocked() && servers() <= before, () => `locked: ${isLocked()}, servers: ${servers() - before}`, 20);
    } finally {
      server.close();
      await rm(userDir, { recursive: true, force: true });
    }
  });
});
