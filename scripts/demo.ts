// npm run demo: a real Node-RED runs the shipped example on the sandbox, and what it downloaded is read and summed up.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { exampleFlow, packageFolder, prepareUserDirectory, startNodeRed, type EmbeddedNodeRed, type FlowNode } from './embedded-node-red';
import { openExport } from '../src/records/export-source';
import { RecordReading } from '../src/records/read-records';
import type { SoilRecord } from '../src/records/soil-record';
import { depthSlices } from '../src/profiles/depth-slice';
import { soilProfile } from '../src/profiles/soil-profile';
import { printTable, profileTable, summaryRows } from './demo-tables';

const USER_DIRECTORY = path.join(packageFolder, '.demo');
const EXAMPLE = 'large area to file';
const LONGEST_MINUTES = 5;

async function main(): Promise<void> {
  const started = performance.now();
  await rm(USER_DIRECTORY, { recursive: true, force: true, maxRetries: 10 });
  const flow = await exampleFlow(EXAMPLE);
  await prepareUserDirectory(USER_DIRECTORY, flow);
  console.log(`Example flow "${EXAMPLE}" in a real Node-RED, on the sandbox: all soil data are synthetic.\n`);
  const nodeRed = await startNodeRed(USER_DIRECTORY, [0], { disableEditor: true, logging: { console: { level: 'fatal', metrics: false, audit: false } } });
  try {
    const names = new Map(flow.map((node) => [node.id, node.name || node.type]));
    nodeRed.module.events.on('node-status', ({ id, status }: { id: string; status: { text?: string } }) => {
      if (status.text) console.log(`  ${names.get(id)?.padEnd(22)} ${status.text}`);
    });
    const start = nodeRed.module.nodes.getNode(idOf(flow, 'inject', 'start'));
    if (!start) throw new Error('Node-RED did not start the flow: it could not load all nodes of the package. "npm start" says which.');
    const outcome = firstMessage(nodeRed.module.hooks, flow);
    start.receive({});
    const msg = await outcome;
    const { path: file, bytes } = msg.soil.file;
    const records = await readRecords(file);
    printTable(['property', 'unit', 'records', 'mean', 'range'], summaryRows(records), [2, 3]);
    await printProfile(records);
    const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
    console.log(`\n${JSON.stringify({ file, bytes, records: records.length, seconds })}`);
  } finally {
    await nodeRed.stop();
  }
}

/** The depth profile of the whole area, in the slices of GlobalSoilMap. A series of few profiles says nothing about an area: it is left out. */
async function printProfile(records: SoilRecord[]): Promise<void> {
  const { slices } = await soilProfile(records, { slices: depthSlices('globalsoilmap'), grouping: { by: 'area' }, minimumCoverage: 0.5 });
  const { head, rows } = profileTable(slices, 30);
  console.log('\nMean by depth (cm), unlike methods apart:');
  printTable(head, rows, head.map((_, column) => column).slice(3));
}

async function readRecords(file: string): Promise<SoilRecord[]> {
  const source = await openExport(file);
  try {
    const records: SoilRecord[] = [];
    for await (const batch of new RecordReading(source).batches(0)) records.push(...batch);
    if (records.length === 0) throw new Error(`The file ${file} holds no records.`);
    return records;
  } finally {
    await source.close();
  }
}

interface FileMessage {
  soil: { file: { path: string; bytes: number } };
  error?: { message: string; code?: string };
}

/** The message that reaches the debug node `file`. Rejects with what reaches the debug node `error`, or after some minutes. */
function firstMessage(hooks: EmbeddedNodeRed['module']['hooks'], flow: FlowNode[]): Promise<FileMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The flow brought no file within ${LONGEST_MINUTES} minutes.`)), LONGEST_MINUTES * 60_000);
    const file = idOf(flow, 'debug', 'file');
    const failed = idOf(flow, 'debug', 'error');
    hooks.add('onReceive.demo', ({ destination, msg: received }) => {
      const msg = received as unknown as FileMessage;
      if (destination.id !== file && destination.id !== failed) return;
      clearTimeout(timer);
      if (destination.id === file) resolve(msg);
      else reject(new Error(`${msg.error?.code ?? 'error'}: ${msg.error?.message}`));
    });
  });
}

function idOf(flow: FlowNode[], type: string, name: string): string {
  const node = flow.find((one) => one.type === type && one.name === name);
  if (!node) throw new Error(`The example "${EXAMPLE}" has no ${type} node "${name}".`);
  return node.id;
}

main().catch((error: Error) => {
  console.error(`\nThe demo failed. ${error.message}`);
  process.exit(1);
});
