// npm start: the Node-RED editor with the example flows on the sandbox, ready to be clicked.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exampleFlow, packageFolder, prepareUserDirectory, startNodeRed, type FlowNode } from './embedded-node-red';
import { assertNotInUse } from './user-directory-in-use';
import { onStop } from '../src/sandbox/on-stop';

const USAGE = `npm start -- [--port N] [--userDir FOLDER]
  --port N          the port of the editor; without it 1880, or a free one where that is taken
  --userDir FOLDER  Node-RED's user directory; without it .node-red in the clone
  --help            this text`;

/** The flow that the editor opens on: at the first start, it is the one that the README shows. */
const MAIN_EXAMPLE = 'large area to file';

async function main(): Promise<void> {
  const given = readCommandLine(process.argv.slice(2));
  if (!given) return console.log(USAGE);
  const { userDirectory, ports } = given;
  // Before anything is changed there.
  await assertNotInUse(userDirectory);
  await prepareUserDirectory(userDirectory, await startFlows());
  const nodeRed = await startNodeRed(userDirectory, ports, { logging: { console: { level: 'info', metrics: false, audit: false } } });
  onStop(() => void nodeRed.stop().then(() => process.exit(0)));
  console.log(`\nThe Node-RED editor, with the example flows on the sandbox: ${nodeRed.address}\nFlows and files are in ${userDirectory}. Stop with Ctrl+C.\n`);
}

/** `undefined` if its help is asked for. @throws Error for an unknown option or an invalid port, with the usage */
function readCommandLine(words: string[]): { userDirectory: string; ports: number[] } | undefined {
  try {
    const { port, userDir, help } = parseArgs({ args: words, options: { port: { type: 'string' }, userDir: { type: 'string' }, help: { type: 'boolean' } } }).values;
    if (help) return undefined;
    if (port !== undefined && !(/^\d+$/.test(port) && Number(port) <= 65_535)) throw new Error(`--port takes a number from 0 to 65535, not "${port}"`);
    return { userDirectory: path.resolve(userDir ?? path.join(packageFolder, '.node-red')), ports: port === undefined ? [1880, 0] : [Number(port)] };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}

/** All examples that need no other package, the main one first. Those whose soil services have the same settings share one. */
export async function startFlows(): Promise<FlowNode[]> {
  const names = (await readdir(path.join(packageFolder, 'examples'))).filter((name) => name.endsWith('.json')).map((name) => path.basename(name, '.json'));
  names.sort((one, other) => Number(other === MAIN_EXAMPLE) - Number(one === MAIN_EXAMPLE) || one.localeCompare(other));
  const known = await knownTypes();
  const flows: FlowNode[] = [];
  /** For each set of settings, the first service with them. */
  const services = new Map<string, string>();
  for (const example of names) {
    const flow = await exampleFlow(example);
    if (!flow.every((node) => known.has(node.type) || CORE.has(node.type))) continue;
    const { id, name: _name, ...settings } = flow.find(({ type }) => type === 'soil-service')!;
    const key = JSON.stringify(settings);
    const shared = services.get(key);
    for (const node of flow) {
      if (node.id !== id) flows.push(node.service === id && shared !== undefined ? { ...node, service: shared } : node);
      // Without the name that it has in this example: all of them share it.
      else if (shared === undefined) flows.push({ ...node, name: services.size === 0 ? '' : `time limit ${String(node.timeout)} s` });
    }
    services.set(key, shared ?? id);
  }
  return flows;
}

/** Core node types that the examples use. */
const CORE = new Set([
  ...['tab', 'group', 'comment', 'inject', 'debug', 'catch', 'status', 'complete', 'link in', 'link out', 'function', 'change', 'switch'],
  ...['template', 'delay', 'trigger', 'range', 'split', 'join', 'sort', 'batch', 'csv', 'json', 'file', 'file in', 'http in', 'http response'],
]);

async function knownTypes(): Promise<Set<string>> {
  const manifest = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as { 'node-red': { nodes: object } };
  return new Set(Object.keys(manifest['node-red'].nodes));
}

if (require.main === module) {
  main().catch((error: Error) => {
    console.error(`Node-RED did not start: ${error.message}`);
    process.exit(1);
  });
}
