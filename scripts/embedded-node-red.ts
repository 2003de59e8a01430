import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Node, NodeMessage } from 'node-red';

/** The package's own folder: this file runs from dist/scripts. */
export const packageFolder = path.resolve(__dirname, '..', '..');

/** The parts of Node-RED's own module that running it inside a program takes. */
interface NodeRedModule {
  init(server: Server, settings: object): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  httpAdmin: (request: unknown, response: unknown) => void;
  httpNode: (request: unknown, response: unknown) => void;
  nodes: { getNode(id: string): Node | null };
  events: { on(event: string, listener: (value: never) => void): void; once(event: string, listener: (value: never) => void): void };
  hooks: { add(name: string, callback: (event: { destination: { id: string }; msg: NodeMessage }) => void): void };
}

export interface EmbeddedNodeRed {
  module: NodeRedModule;
  /** Address of the editor, with the port that was found. */
  address: string;
  stop(): Promise<void>;
}

/** A flow file's node, as far as these programs look. */
export interface FlowNode {
  id: string;
  type: string;
  name?: string;
  [property: string]: unknown;
}

/** The nodes of an example flow. */
export async function exampleFlow(name: string): Promise<FlowNode[]> {
  return JSON.parse(await readFile(path.join(packageFolder, 'examples', `${name}.json`), 'utf8')) as FlowNode[];
}

/**
 * Makes a Node-RED user directory that holds this package (as a link) and the given flow.
 * A flow file that is there already stays: it may have been edited.
 */
export async function prepareUserDirectory(userDirectory: string, flow: FlowNode[]): Promise<void> {
  await mkdir(path.join(userDirectory, 'node_modules'), { recursive: true });
  await writeUnlessThere(path.join(userDirectory, 'flows.json'), JSON.stringify(flow, null, 2));
  const manifest = { name: 'soil-data-user-directory', private: true, dependencies: { 'node-red-contrib-soil-data': `file:${packageFolder}` } };
  await writeUnlessThere(path.join(userDirectory, 'package.json'), JSON.stringify(manifest, null, 2));
  await symlink(packageFolder, path.join(userDirectory, 'node_modules', 'node-red-contrib-soil-data'), 'junction').catch(unlessThere);
}

/** Starts a real Node-RED in this process, on the loopback interface only: it has no log-in. */
export async function startNodeRed(userDirectory: string, port: number, settings: object): Promise<EmbeddedNodeRed> {
  const server = createServer((request, response) => {
    (request.url?.startsWith('/soil/') ? module.httpNode : module.httpAdmin)(request, response);
  });
  const module = require('node-red') as NodeRedModule;
  await listen(server, port);
  module.init(server, {
    userDir: userDirectory,
    flowFile: 'flows.json',
    uiHost: '127.0.0.1',
    uiPort: (server.address() as AddressInfo).port,
    httpAdminRoot: '/',
    httpNodeRoot: '/',
    credentialSecret: false,
    telemetry: { enabled: false, updateNotification: false },
    editorTheme: { tours: false, projects: { enabled: false } },
    ...settings,
  });
  const flowsStarted = new Promise<void>((resolve) => module.events.once('flows:started', () => resolve()));
  await module.start();
  await flowsStarted;
  return {
    module,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      await module.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Listens on the port, or on a free one where it is taken. */
async function listen(server: Server, port: number): Promise<void> {
  const tryPort = (wanted: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, '127.0.0.1', () => {
        server.removeListener('error', reject);
        resolve();
      });
    });
  await tryPort(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return tryPort(0);
  });
}

async function writeUnlessThere(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: 'wx' }).catch(unlessThere);
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
