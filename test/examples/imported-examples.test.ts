import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../runtime/node-red-under-test';
import { example, type FlowNode } from './example';

/** What `npm start` opens, from where that runs. */
const { startFlows } = require(path.join(root, 'dist', 'scripts', 'start.js')) as typeof import('../../scripts/start');

/** Modules whose nodes an example uses, by the beginning of their types. */
const MODULES = { 'ui-': '@flowfuse/node-red-dashboard', worldmap: 'node-red-contrib-web-worldmap', sqlite: 'node-red-node-sqlite' };

/** Pixels between grid lines. Nodes align with their left edge, so that their middle, which a flow holds, may be on a half or a quarter. */
const GRID = 20;

describe('What an example brings into an editor', () => {
  const flows = new Map<string, FlowNode[]>();

  before(async () => {
    for (const file of await readdir(path.join(root, 'examples'))) flows.set(path.basename(file, '.json'), await example(path.basename(file, '.json')));
  });

  it('is a soil service with the name of the example, so that those of several can be told apart', () => {
    for (const [name, flow] of flows) {
      const services = flow.filter(({ type }) => type === 'soil-service');
      // Not for one flow only (`z`): nodes copied to another flow, as people do with an example, would have none.
      assert.deepEqual(services.map((service) => [service.name, service['z']]), [[name, undefined]]);
      for (const { id, service } of flow) if (service !== undefined) assert.equal(service, services[0]?.id, `${name}: ${id}`);
    }
  });

  it('becomes in `npm start` one service for all with the same settings, which is called what it is: the sandbox', async () => {
    const started = await startFlows();
    const services = started.filter(({ type }) => type === 'soil-service');
    assert.deepEqual(services.map((service) => [service['name'], service['z']]), [['', undefined], ['time limit 5 s', undefined]]);
    const timeoutIn = (nodes: readonly FlowNode[], user: FlowNode): unknown => nodes.find(({ id }) => id === user.service)?.['timeout'];
    for (const flow of flows.values()) {
      for (const user of flow.filter(({ service }) => service !== undefined)) {
        const own = started.find(({ id }) => id === user.id);
        if (own) assert.equal(timeoutIn(started, own), timeoutIn(flow, user), `${String(flow[0]?.label)}: ${String(user.name)}`);
      }
    }
  });

  it('is opened by `npm start`, unless it needs another package or a broker', async () => {
    const started = new Set((await startFlows()).map(({ id }) => id));
    for (const [name, flow] of flows) {
      const needsMore = flow.some(({ type }) => type === 'mqtt-broker' || Object.keys(MODULES).some((beginning) => type.startsWith(beginning)));
      assert.equal(started.has(flow[0]!.id), !needsMore, name);
    }
  });

  it('says which package it lacks, in the version that the tests use', async () => {
    const { dependencies } = JSON.parse(await readFile(path.join(root, 'test', 'sinks', 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
    for (const [name, flow] of flows) {
      const used = Object.entries(MODULES).filter(([beginning]) => flow.some(({ type }) => type.startsWith(beginning)));
      const modules = Object.fromEntries(used.map(([, module]) => [module, dependencies[module]]));
      const configs = flow.filter(({ type }) => type === 'global-config');
      assert.deepEqual(configs.map(({ env, modules }) => ({ env, modules })), used.length ? [{ env: [], modules }] : [], name);
    }
  });

  it('has a note and a Catch node', () => {
    for (const [name, flow] of flows) {
      assert.ok(flow.some(({ type, info }) => type === 'comment' && String(info).length > 50), `${name} has no comment`);
      assert.ok(flow.some(({ type }) => type === 'catch'), `${name} has no Catch node`);
    }
  });

  it('is aligned to the grid of Node-RED: what a person moves beside it aligns with it', () => {
    for (const [name, flow] of flows) {
      const off = flow.filter(({ x, y }) => typeof y === 'number' && (y % GRID !== 0 || Number(x) % (GRID / 4) !== 0));
      assert.deepEqual(off.map(({ name, x, y }) => [name, x, y]), [], name);
    }
  });

  it('says on the canvas what it does and what to do first: its note is collapsed', () => {
    for (const [name, flow] of flows) {
      const text = flow.find(({ type }) => type === 'comment')?.name ?? '';
      assert.match(text, /^[^:]{20,}: (press|deploy|set)\b/, name);
      assert.ok(text.length <= 90, `${name}: ${text.length} letters`);
    }
  });
});
