import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { newUserDirectory } from '../runtime/node-red-process';
import { root } from '../runtime/node-red-under-test';
import { freePort } from '../servers/free-port';
import { until } from '../time/until';

/** A node of another package, with a page of its own, like those of maps and dashboards. */
const PAGE_NODE = `module.exports = (RED) => RED.nodes.registerType('page', function (config) {
  RED.nodes.createNode(this, config);
  RED.httpNode.get('/page', (request, response) => response.send('a page of ' + this.type + ' under ' + RED.settings.httpNodeRoot));
  this.on('close', () => require('node:fs').writeFileSync('closed', ''));
});`;

const FLOW = [
  { id: 'tab', type: 'tab', label: 'flow' },
  { id: 'map', type: 'page', z: 'tab', wires: [] },
  { id: 'open', type: 'http in', z: 'tab', url: '/open', method: 'get', wires: [[]] },
  { id: 'in', type: 'http in', z: 'tab', url: '/echo', method: 'post', wires: [['write']] },
  { id: 'write', type: 'file', z: 'tab', filename: 'folder/beside.txt', filenameType: 'str', createDir: true, overwriteFile: 'true', appendNewline: false, wires: [['out']] },
  { id: 'out', type: 'http response', z: 'tab', wires: [] },
];

/** `npm start`, without the build. */
class Start {
  text = '';
  private readonly child: ChildProcess;
  readonly ended: Promise<unknown[]>;

  constructor(...words: string[]) {
    this.child = spawn(process.execPath, [path.join(root, 'dist', 'scripts', 'start.js'), ...words], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    this.ended = once(this.child, 'close');
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.on('data', (chunk: Buffer) => (this.text += chunk.toString()));
  }

  /** The address that it prints. */
  async address(): Promise<string> {
    for (;;) {
      const [, address] = /on the sandbox: (http\S+\/)\n/.exec(this.text) ?? [];
      if (address !== undefined) return address;
      assert.equal(this.child.exitCode, null, this.text);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async stop(): Promise<unknown> {
    this.child.kill('SIGTERM');
    return (await this.ended)[0];
  }
}

describe('npm start', function () {
  this.timeout(180_000);
  let userDirectory: string;

  before(async () => {
    userDirectory = await newUserDirectory();
    const folder = path.join(userDirectory, 'node_modules', 'node-red-contrib-page');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'page.js'), PAGE_NODE);
    await writeFile(path.join(folder, 'page.html'), "<script type='text/javascript'>RED.nodes.registerType('page', { category: 'page', defaults: {} });</script>");
    const manifest = { name: 'node-red-contrib-page', version: '1.0.0', keywords: ['node-red'], 'node-red': { nodes: { page: 'page.js' } } };
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(path.join(userDirectory, 'package.json'), JSON.stringify({ private: true, dependencies: { 'node-red-contrib-page': '1.0.0' } }));
    await writeFile(path.join(userDirectory, 'flows.json'), JSON.stringify(FLOW));
  });
  after(() => rm(userDirectory, { recursive: true, force: true }));

  it('opens the editor on the port, serves what the flows and other packages serve, and leaves their files where it says', async () => {
    const port = await freePort();
    const start = new Start('--port', String(port), '--userDir', userDirectory);
    try {
      const address = await start.address();
      assert.equal(address, `http://127.0.0.1:${port}/`);
      assert.ok(start.text.includes(`Flows and files are in ${userDirectory}.`), start.text);
      // It has no log-in, so it listens on nothing but the loopback address.
      await assert.rejects(fetch(address.replace('127.0.0.1', '127.0.0.2')));
      // Not answered when it is stopped.
      void fetch(`${address}open`).catch(() => undefined);
      assert.match(await (await fetch(address)).text(), /<title>Node-RED/);
      assert.equal(await (await fetch(`${address}page`)).text(), 'a page of page under /');
      const answer = await fetch(`${address}echo`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'written' });
      assert.equal(answer.status, 200);
      assert.equal(await readFile(path.join(userDirectory, 'folder', 'beside.txt'), 'utf8'), 'written');
      assert.equal((await fetch(`${address}nothing`)).status, 404);
      assert.match(await (await fetch(`${address}nodes`, { headers: { accept: 'application/json' } })).text(), /"soil-submit"/, 'a manifest from before gets this package as well');
      const dependencies = { 'node-red-contrib-page': '1.0.0', 'node-red-contrib-soil-data': `file:${root}` };
      assert.deepEqual(JSON.parse(await readFile(path.join(userDirectory, 'package.json'), 'utf8')), { private: true, dependencies });
      assert.deepEqual(JSON.parse(await readFile(path.join(userDirectory, 'flows.json'), 'utf8')), FLOW);
    } finally {
      assert.equal(await start.stop(), 0);
    }
    assert.equal(await readFile(path.join(userDirectory, 'closed'), 'utf8'), '', 'the nodes were stopped first');
  });

  it('goes on after the clone was moved, which leaves a link to where it was', async () => {
    const link = path.join(userDirectory, 'node_modules', 'node-red-contrib-soil-data');
    await rm(link, { force: true });
    await symlink(path.join(userDirectory, 'former-clone'), link, 'junction');
    const start = new Start('--port', '0', '--userDir', userDirectory);
    try {
      const address = await start.address();
      assert.match(await (await fetch(`${address}nodes`, { headers: { accept: 'application/json' } })).text(), /"soil-submit"/);
    } finally {
      await start.stop();
    }
  });

  it('opens the editor for flows whose package is missing, so that it can be installed there', async () => {
    const folder = await newUserDirectory();
    await writeFile(path.join(folder, 'flows.json'), JSON.stringify([...FLOW, { id: 'lost', type: 'of-no-package', z: 'tab', wires: [] }]));
    const start = new Start('--port', '0', '--userDir', folder);
    try {
      assert.equal((await fetch(await start.address())).status, 200);
    } finally {
      assert.equal(await start.stop(), 0);
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('takes no port but the one that was asked for', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      const start = new Start('--port', String(port), '--userDir', userDirectory);
      assert.equal((await start.ended)[0], 1);
      assert.match(start.text, new RegExp(`Node-RED did not start: port ${port} is taken`));
    } finally {
      other.close();
    }
  });

  it('takes a free port if none was asked for and 1880 is taken', async () => {
    const other = createServer().listen(1880, '127.0.0.1');
    // Another program may have it: that is as good.
    await once(other, 'listening').catch(() => undefined);
    const start = new Start('--userDir', userDirectory);
    try {
      const address = await start.address();
      assert.notEqual(new URL(address).port, '1880');
      assert.equal((await fetch(address)).status, 200);
    } finally {
      assert.equal(await start.stop(), 0);
      other.close();
    }
  });

  it('is not a second Node-RED on the same user directory: it says which one is there, and begins when that has ended', async () => {
    const folder = await newUserDirectory();
    // The example flows, whose nodes keep jobs in it.
    const first = new Start('--port', '0', '--userDir', folder);
    try {
      await first.address();
      await until(() => existsSync(path.join(folder, 'soil-data', 'jobs.lock')), 'the nodes have their folder');
      const second = new Start('--port', '0', '--userDir', folder);
      assert.equal((await second.ended)[0], 1);
      assert.match(second.text, /^Node-RED did not start: Another Node-RED \(process \d+\) uses .*soil-data\. .*: stop that one, or give this one a user directory of its own/);
    } finally {
      await first.stop();
    }
    const third = new Start('--port', '0', '--userDir', folder);
    try {
      await third.address();
      assert.doesNotMatch(third.text, /Another Node-RED/);
    } finally {
      await third.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('prints its options', async () => {
    const start = new Start('--help');
    assert.equal((await start.ended)[0], 0);
    assert.match(start.text, /^npm start -- \[--port N\] \[--userDir FOLDER\]\n/);
  });

  for (const words of [['--prot', '4010'], ['4010'], ['--port', 'many'], ['--port', '65536']]) {
    it(`refuses ${words.join(' ')}, and says which options there are`, async () => {
      const start = new Start('--userDir', userDirectory, ...words);
      assert.equal((await start.ended)[0], 1);
      assert.match(start.text, /--port N/);
      assert.match(start.text, /--userDir FOLDER/);
      assert.match(start.text, /prot|4010|many|65536/);
    });
  }
});
