import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { NodeRedProcess, newUserDirectory } from '../runtime/node-red-process';
import { root } from '../runtime/node-red-under-test';

const NAME = 'node-red-contrib-soil-data';

interface Packed {
  filename: string;
  size: number;
  integrity: string;
  files: { path: string }[];
}

/** Packs what `npm run build` made (it ran before the tests). */
function pack(destination: string): Packed {
  const out = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', destination], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  const packed = JSON.parse(out.toString()) as Packed[] | Record<string, Packed>;
  return Object.values(packed)[0] as Packed;
}

describe('The package that users install', function () {
  this.timeout(600_000);
  let directory: string;
  let packed: Packed;
  /** It is installed here as a user does, from the packed file. */
  let userDirectory: string;

  before(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'soil-pack-'));
    packed = pack(directory);
    userDirectory = await newUserDirectory();
    const words = ['install', '--no-audit', '--no-fund', '--omit=dev', path.join(directory, packed.filename)];
    execFileSync('npm', words, { cwd: userDirectory, stdio: 'ignore' });
  });
  after(async () => {
    for (const folder of [directory, userDirectory]) await rm(folder, { recursive: true, force: true });
  });

  it('holds only what a user needs, in less than 2 MB', () => {
    assert.ok(packed.size < 2_000_000, `${packed.size} bytes`);
    const kinds = [
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md)$/,
      /^dist\/(src|nodes)\/.+\.js$/,
      /^dist\/nodes\/[a-z-]+\/[a-z-]+\.html$/,
      /^dist\/nodes\/[a-z-]+\/locales\/(en-US|de|es|fr|pt-BR)\/[a-z-]+\.(json|html)$/,
      /^dist\/nodes\/[a-z-]+\/icons\/[a-z-]+\.svg$/,
      /^examples\/[^/]+\.json$/,
      /^resources\/([a-z-]+\.(js|css)|part-[A-Z0-9]+\.js|LICENSES\.txt)$/,
    ];
    const strange = packed.files.map((file) => file.path).filter((file) => !kinds.some((kind) => kind.test(file)));
    assert.deepEqual(strange, []);
  });

  it('has the same bytes when packed twice', async () => {
    const again = await mkdtemp(path.join(directory, 'again-'));
    assert.equal(pack(again).integrity, packed.integrity);
  });

  it('runs no script when it is installed', async () => {
    const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare']) assert.equal(scripts[script], undefined);
  });

  it('has a command that runs the sandbox on its own', async () => {
    const command = spawn('npx', ['--no-install', 'soil-data-sandbox', '--quiet', '--client-secret', 'of the test'], { cwd: userDirectory, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    const ended = once(command, 'close');
    try {
      let said = '';
      for await (const text of command.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) if ((said += text as string).includes('Ctrl+C')) break;
      command.stdout.resume();
      const baseUrl = /Service URL: +(\S+)/.exec(said)?.[1];
      const { status } = await fetch(`${baseUrl}/v1/datasets`);
      assert.equal(status, 401, said);
    } finally {
      if (command.exitCode === null) process.kill(-(command.pid as number), 'SIGTERM');
      await ended;
    }
  });

  it('shows every node, icon, catalogue and example in a fresh Node-RED', async () => {
    const nodeRed = await NodeRedProcess.start({ userDirectory, link: false, flow: [] });
    try {
      const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { 'node-red': { nodes: Record<string, string> } };
      const types = Object.keys(manifest['node-red'].nodes);
      const sets = (await nodeRed.get('/nodes')).json() as { module: string; types: string[]; enabled: boolean; err?: string }[];
      const own = sets.filter((set) => set.module === NAME);
      assert.deepEqual(own.filter((set) => set.err), []);
      assert.deepEqual(own.flatMap((set) => set.types).sort(), [...types].sort());

      const icons = (await nodeRed.get('/icons')).json() as Record<string, string[]>;
      assert.deepEqual([...(icons[NAME] ?? [])].sort(), types.map((type) => `${type}.svg`).sort());

      for (const type of types) {
        const catalogue = (await nodeRed.get(`/nodes/${NAME}/${type}/messages?lng=en-US`)).json() as Record<string, object>;
        assert.ok(Object.keys(catalogue[type] ?? {}).length > 0, `${type} has no catalogue`);
        const page = (await nodeRed.get(`/nodes/${NAME}/${type}`, 'text/html')).text;
        assert.match(page, new RegExp(`data-help-name="${type}"`), `${type} has no help`);
        assert.match(page, new RegExp(`data-template-name="${type}"`), `${type} has no dialog`);
      }

      const shipped = (await readdir(path.join(root, 'examples'))).filter((file) => file.endsWith('.json'));
      for (const file of shipped) {
        const route = `/library/examples/flows/${NAME}/${encodeURIComponent(path.basename(file, '.json'))}`;
        const example = await nodeRed.get(route);
        assert.equal(example.status, 200, route);
        assert.ok(Array.isArray(example.json()));
      }

      const resources = await readdir(path.join(root, 'resources')).catch(() => []);
      for (const file of resources) {
        const { status, text } = await nodeRed.get(`/resources/${NAME}/${file}`, '*/*');
        assert.equal(status, 200, file);
        assert.equal(Buffer.byteLength(text) > 0, (await stat(path.join(root, 'resources', file))).size > 0);
      }
    } finally {
      await nodeRed.signal('SIGKILL');
    }
  });
});
