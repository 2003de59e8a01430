// What the editor loads when it is first needed: resources/<name>.js with its style sheet, and chunks that they share.
import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

/** leaflet-geoman takes Leaflet from the page; here it gets the one it is bundled with. */
const leafletForGeoman = {
  name: 'leaflet-for-geoman',
  setup({ onLoad }) {
    onLoad({ filter: /leaflet-geoman-free[\\/]dist[\\/]leaflet-geoman\.js$/ }, async ({ path: file }) => ({
      contents: `const L = require('leaflet');\n${await readFile(file, 'utf8')}`,
    }));
  },
};

/** The map loads the hexagon library as a chunk of its own; the runtime requires it. */
const h3ForEditor = {
  name: 'h3-for-editor',
  setup({ onResolve, initialOptions }) {
    onResolve({ filter: /[\\/]h3-library$/ }, () => ({ path: path.join(initialOptions.absWorkingDir, 'nodes', 'editor', 'map', 'h3-library.ts') }));
  },
};

/** Bundles nodes/editor/resources/*.ts into a folder, with the licences of everything in it. */
export async function buildEditorResources(root, folder) {
  const from = path.join(root, 'nodes', 'editor', 'resources');
  if (!existsSync(from)) return;
  const { metafile } = await build({
    entryPoints: (await readdir(from)).filter((name) => name.endsWith('.ts')).map((name) => path.join(from, name)),
    outdir: folder,
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    chunkNames: 'part-[hash]',
    legalComments: 'none',
    loader: { '.png': 'dataurl', '.svg': 'dataurl' },
    plugins: [leafletForGeoman, h3ForEditor],
    metafile: true,
  });
  await writeFile(path.join(folder, 'LICENSES.txt'), await licencesOf(root, Object.keys(metafile.inputs)));
}

/** The licence texts of the packages that the bundles are made of. */
async function licencesOf(root, inputs) {
  const folders = new Set(inputs.flatMap((input) => /^(?:\.\.\/)*(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []));
  // leaflet-geoman comes bundled with its own dependencies.
  const geoman = 'node_modules/@geoman-io/leaflet-geoman-free';
  if (folders.has(geoman)) {
    const { dependencies } = JSON.parse(await readFile(path.join(root, geoman, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) folders.add(`node_modules/${name}`);
  }
  const texts = await Promise.all(
    [...folders].sort().map(async (folder) => {
      const { name, version, license } = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8'));
      const file = (await readdir(path.join(root, folder))).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file ? await readFile(path.join(root, folder, file), 'utf8') : '';
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    }),
  );
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
