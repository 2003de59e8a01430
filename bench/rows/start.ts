import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { loadedLate } from '../../test/package/loaded-late';
import { NodeRedProcess, newUserDirectory } from '../../test/runtime/node-red-process';
import { figure } from '../figures';
import { inTurn } from '../rounds';
import type { Row } from '../row';
import { digits } from '../table';

const FLOW = [{ id: 'tab', type: 'tab', label: 'empty' }];

/** From the start of the process to "Started flows", with the package linked into the user directory and without. */
export const start: Row = {
  name: 'start',
  title: 'Start of Node-RED with the package and without',
  async measure({ quick, say }) {
    say('an empty flow');
    const run = async (link: boolean): Promise<number> => {
      const userDirectory = await newUserDirectory();
      const startedAt = performance.now();
      const nodeRed = await NodeRedProcess.start({ flow: FLOW, link, userDirectory });
      const ms = performance.now() - startedAt;
      await nodeRed.remove();
      return ms;
    };
    const results = await inTurn(quick ? 2 : 11, { with: () => run(true), without: () => run(false) });
    const more = results.with.map((ms, round) => ms - (results.without[round] as number));
    const shown = (values: number[]): string => `${digits(figure(values).median)} ms`;
    const loaded = await loadedBeforeUse();
    if (loaded.length > 0) say(`loaded before use: ${loaded.join(', ')}`);
    return [
      { work: 'start of Node-RED', against: 'the same without the package', ours: shown(results.with), theirs: shown(results.without), figure: figure(more), unit: 'ms', reach: { at: 'most', value: 80 } },
      {
        work: 'map, zip and raster code loaded at the start', against: 'none', ours: String(loaded.length), theirs: '0',
        figure: figure([loaded.length]), unit: '', reach: { at: 'most', value: 0 },
      },
    ];
  },
};

/** Modules that a Node-RED that has started and done nothing has already loaded, though they should be loaded later. */
async function loadedBeforeUse(): Promise<string[]> {
  const userDirectory = await newUserDirectory();
  const list = path.join(userDirectory, 'loaded.json');
  const preload = path.join(userDirectory, 'list-modules.js');
  const write = `require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(Object.keys(require('node:module')._cache)))`;
  await writeFile(preload, `process.once('SIGUSR2', () => ${write});`);
  const nodeRed = await NodeRedProcess.start({ flow: FLOW, userDirectory, env: { NODE_OPTIONS: `--require ${preload}` } });
  try {
    nodeRed.notify('SIGUSR2');
    const due = Date.now() + 10_000;
    for (;;) {
      const text = await readFile(list, 'utf8').catch(() => '');
      if (text.endsWith(']')) return loadedLate(JSON.parse(text) as string[]);
      if (Date.now() > due) throw new Error('Node-RED did not tell which modules it has loaded.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    await nodeRed.remove();
  }
}
