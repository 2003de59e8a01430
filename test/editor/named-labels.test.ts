import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
const read = (...file: string[]): string => readFileSync(path.join(root, ...file), 'utf8');
const namesIn = (folder: string, ending: string): string[] => readdirSync(path.join(root, folder)).filter((name) => name.endsWith(ending)).map((name) => path.join(folder, name));
const nodes = readdirSync(path.join(root, 'nodes')).map((type) => path.join('nodes', type, 'locales', 'en-US')).filter((folder) => existsSync(path.join(root, folder)));
const flows = namesIn('examples', '.json').map((file) => ({ file, flow: JSON.parse(read(file)) as Record<'type' | 'name' | 'label' | 'info', string | undefined>[] }));

/** All texts of a catalogue. */
const textsOf = (catalogue: unknown): string[] => (typeof catalogue === 'string' ? [catalogue] : Object.values(catalogue as object).flatMap(textsOf));

/** What people read on the screen: in our dialogs, in the examples, and in Node-RED. */
const catalogues = [...nodes.flatMap((folder) => namesIn(folder, '.json')), ...['nodes/locales/en-US/messages', 'editor-client/locales/en-US/editor', 'runtime/locales/en-US/runtime'].map((file) => `node_modules/@node-red/${file}.json`)];
const shown = [
  ...catalogues.flatMap((file) => textsOf(JSON.parse(read(file)))),
  ...flows.flatMap(({ file, flow }) => [path.basename(file, '.json'), ...flow.flatMap(({ type, name, label }) => [type ?? '', name ?? '', label ?? ''])]),
].map((text) => text.toLowerCase());

/** Labels of other programs and nodes, what nodes write, and what is not on a screen but stressed. */
const OTHERS = new Set([
  ...['data', 'from text/csv', 'throw exception', 'sql query', 'prepared statement', 'receive maximum', 'scatter', 'http proxy', 'tls-config', 'link call', 'websocket in', 'ui-form'],
  ...['(synthetic)', '(synthetic, locked)', 'completedwitherrors', 'covered %', 'field 3', 'cc by', 'cc by-nc', 'too many requests', 'no data after 2020', 'asked for, and not there yet'],
  ...['node-red-contrib-soil-data', 'what it answers', 'a row for each field', 'one number', 'one property at one depth', 'several features', 'several rows', 'postgresql', 'raw'],
]);

/** The parts of a label that stand nowhere: of `Output: records`, `Import > Examples`. */
function unknownIn(label: string): string[] {
  const parts = label.replace(/\s+/g, ' ').replace(/[.:]$/, '').toLowerCase().split(/ > |: |, (?=postgresql)/);
  return parts.filter((part) => !OTHERS.has(part) && !shown.some((text) => text.includes(part)));
}

describe('The labels that people are told to look for', () => {
  const inItalics = (text: string): string[] => [...text.replace(/^ *```[^]*?^ *```$/gm, '').replace(/`[^`]*`/g, '').matchAll(/(?<![*\w])\*([^*]+)\*(?![*\w])/g)].map(([, label = '']) => label);
  const inHelp = (html: string): string[] => [...html.replace(/<code[^>]*>.*?<\/code>/g, '').matchAll(/<(b|i)>(.*?)<\/\1>/g)].map(([, , label = '']) => label);
  const told: [where: string, labels: string[]][] = [
    ...['README.md', ...namesIn('docs', '.md')].map((file): [string, string[]] => [file, inItalics(read(file))]),
    ...flows.map(({ file, flow }): [string, string[]] => [file, flow.filter(({ type }) => type === 'comment').flatMap(({ info }) => inItalics(info ?? ''))]),
    ...nodes.flatMap((folder) => namesIn(folder, '.html')).map((file): [string, string[]] => [file, inHelp(read(file))]),
  ];

  for (const [where, labels] of told) it(`in ${where} are on the screen`, () => assert.deepEqual(labels.flatMap(unknownIn), []));

  it('are many', () => assert.ok(told.flatMap(([, labels]) => labels).length > 300));
});
