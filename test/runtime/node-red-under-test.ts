import { createRequire } from 'node:module';
import path from 'node:path';

/** Of this package. */
export const root = path.resolve(__dirname, '..', '..');

/** Where the Node-RED under test is installed: 4.1 by default; the matrix names the directory of another version. */
const directory = process.env.NODE_RED_DIRECTORY ?? root;

/** The main module of the Node-RED under test. */
export const nodeRed = require.resolve('node-red', { paths: [directory] });

/** Resolves modules as that Node-RED does: itself, its own nodes, its JSONata. */
export const requireOfNodeRed = createRequire(nodeRed);

/** The program of that Node-RED, and the Node that runs it: this one by default. */
export const redScript = path.join(directory, 'node_modules', 'node-red', 'red.js');
export const nodeBinary = process.env.NODE_UNDER_TEST ?? process.execPath;

/** Of that Node-RED. */
export const nodeRedVersion = (requireOfNodeRed('../package.json') as { version: string }).version;
