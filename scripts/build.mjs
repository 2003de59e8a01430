// Builds dist/ (what Node-RED loads) and resources/ (what the editor loads when it first needs it).
//   dist/nodes/<type>/<type>.js      compiled by TypeScript
//   dist/nodes/<type>/<type>.html    the editor's definition, bundled into one classic script, and the dialog's template
//   dist/nodes/<type>/locales, icons copied, in the places where Node-RED looks for them
//   resources/<name>.js, .css        nodes/editor/resources/<name>.ts
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildEditorResources } from './editor-resources.mjs';
import { moveFolder } from './move-folder.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const inRoot = (...parts) => path.join(root, ...parts);

/** Everything is built aside and then put in place: a Node-RED that runs on dist/ never sees half of it. */
const aside = inRoot('.build', String(process.pid));
const dist = path.join(aside, 'dist');
const resources = path.join(aside, 'resources');

function compile() {
  const tsc = inRoot('node_modules/typescript-native/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', inRoot('tsconfig.build.json'), '--outDir', dist], { stdio: 'inherit' });
}

/** A definition must be in the page itself, as a classic script: the palette turns grey if it is loaded by reference. */
async function editorPage(type) {
  const bundle = await build({
    entryPoints: [inRoot('nodes', type, 'editor.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    minifySyntax: false,
    minifyWhitespace: true,
    charset: 'utf8',
  });
  const script = bundle.outputFiles[0].text.replaceAll('</script', '<\\/script');
  const template = await readFile(inRoot('nodes', type, 'editor.html'), 'utf8');
  return `<script type="text/javascript">\n${script}</script>\n${template}`;
}

async function assemble(type) {
  const from = inRoot('nodes', type);
  const to = path.join(dist, 'nodes', type);
  await mkdir(path.join(to, 'icons'), { recursive: true });
  await writeFile(path.join(to, `${type}.html`), await editorPage(type));
  await cp(path.join(from, 'locales'), path.join(to, 'locales'), { recursive: true });
  const icon = inRoot('icons', `${type}.svg`);
  if (existsSync(icon)) await cp(icon, path.join(to, 'icons', `${type}.svg`));
}

async function putInPlace(name) {
  const before = path.join(aside, `${name}-before`);
  if (existsSync(inRoot(name))) await moveFolder(inRoot(name), before);
  await moveFolder(path.join(aside, name), inRoot(name));
}

async function main() {
  compile();
  const { 'node-red': declared } = JSON.parse(await readFile(inRoot('package.json'), 'utf8'));
  await Promise.all(Object.keys({ ...declared.nodes, ...declared.plugins }).map(assemble));
  await buildEditorResources(root, resources);
  await putInPlace('dist');
  await putInPlace('resources');
}

try {
  await main();
} finally {
  await rm(aside, { recursive: true, force: true, maxRetries: 10 });
}
