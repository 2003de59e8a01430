// The versions of Node-RED that the tests run on: 4.1 on this Node, a development dependency; each other one has a directory of
// its own in test/matrix, with the Node that it needs.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const matrix = path.join(root, 'test', 'matrix');

const manifestIn = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** Whether a directory has exactly the versions that its package.json asks for. */
function isInstalled(directory) {
  return Object.entries(manifestIn(directory).dependencies).every(([name, version]) => {
    const folder = path.join(directory, 'node_modules', name);
    return existsSync(path.join(folder, 'package.json')) && manifestIn(folder).version === version;
  });
}

function describeVersion(directory, node) {
  const { version } = manifestIn(path.join(directory, 'node_modules', 'node-red'));
  return {
    name: `Node-RED ${version} on Node ${execFileSync(node, ['--version']).toString().trim()}`,
    directory,
    node,
    /** For tests of it. It starts about a hundred times: from Node 22 on, the next start reuses what one has compiled. */
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(root, 'tmp', 'compiled'), NODE_RED_DIRECTORY: directory, NODE_UNDER_TEST: node },
  };
}

/** Node-RED 4.1 on the Node that runs this. */
export function ownVersion() {
  return describeVersion(root, process.execPath);
}

/** All other versions; one that is not there yet is installed first. */
export function otherVersions() {
  const folders = readdirSync(matrix, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => {
    const directory = path.join(matrix, name);
    if (!isInstalled(directory)) execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory, stdio: 'inherit' });
    const node = path.join(directory, 'node_modules/node/bin/node');
    if (!existsSync(node)) throw new Error(`The package "node" brought no binary into ${directory}: are install scripts switched off?`);
    return describeVersion(directory, node);
  });
}
