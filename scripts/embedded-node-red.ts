import { once } from 'node:events';
import { lstat, mkdir, readFile, symlink, unlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express, { type Application } from 'express';
import type { Node, NodeMessage } from 'node-red';

/** The package's own folder: this file runs from dist/scripts. */
export const packageFolder = path.resolve(__dirname, '..', '..');

/** The parts of Node-RED's own module that are needed to run it inside a program. */
interface NodeRedModule {
  init(server: Server, settings: object): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  httpAdmin: Application;
  httpNode: Application;
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

/** A node of a flow file, as far as these programs look. */
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
 * What is there already stays: the flow file may have been edited, other packages installed.
 */
export async function prepareUserDirectory(userDirectory: string, flow: FlowNode[]): Promise<void> {
  await mkdir(path.join(userDirectory, 'node_modules'), { recursive: true });
  await writeUnlessThere(path.join(userDirectory, 'flows.json'), JSON.stringify(flow, null, 2));
  await dependOnThisPackage(path.join(userDirectory, 'package.json'));
  await linkThisPackage(path.join(userDirectory, 'node_modules', 'node-red-contrib-soil-data'));
}

/** The link is made anew: since the last start, the clone may have been moved, with its user directory or without. */
async function linkThisPackage(link: string): Promise<void> {
  const isLink = await lstat(link).then((found) => found.isSymbolicLink(), () => false);
  if (isLink) await unlink(link);
  await symlink(packageFolder, link, 'junction').catch(unlessThere);
}

/** Node-RED loads the packages that the manifest of its user directory names, and npm removes all others when it installs one. */
async function dependOnThisPackage(file: string): Promise<void> {
  await writeUnlessThere(file, JSON.stringify({ name: 'soil-data-user-directory', private: true }));
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { dependencies?: Record<string, string> };
  const dependencies = { ...manifest.dependencies, 'node-red-contrib-soil-data': `file:${packageFolder}` };
  await writeFile(file, `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`);
}

/**
 * Starts a real Node-RED in this process, on the loopback interface only: it has no log-in.
 * Its user directory becomes the working directory of the process: file names in flows may be relative.
 *
 * @param ports tried one after the other; 0 is any free one
 * @throws Error if no port is free, or Node-RED does not start
 */
export async function startNodeRed(userDirectory: string, ports: readonly number[], settings: object): Promise<EmbeddedNodeRed> {
  const application = express();
  const server = createServer(application);
  const module = require('node-red') as NodeRedModule;
  await listen(server, ports);
  process.chdir(userDirectory);
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
  // As the program `node-red` does: requests that the editor does not know go to the flows, whatever path a node has chosen.
  application.use(module.httpAdmin, module.httpNode);
  const flowsSettled = new Promise<void>((resolve) => {
    module.events.once('flows:started', () => resolve());
    // Flows for which a package is missing, or that were stopped, do not start: the editor says why. An event without payload takes an earlier one back.
    module.events.on('runtime-event', ({ id, payload }: { id: string; payload?: { state?: string } }) => {
      if (id === 'runtime-state' && payload && payload.state !== 'start') resolve();
    });
  });
  await module.start();
  await flowsSettled;
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

/** Listens on the first of the ports that is not taken. */
async function listen(server: Server, [port, ...others]: readonly number[]): Promise<void> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (others.length === 0) throw new Error(`port ${port} is taken`, { cause: error });
    await listen(server, others);
  }
}

async function writeUnlessThere(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: 'wx' }).catch(unlessThere);
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
