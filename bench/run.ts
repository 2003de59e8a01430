// npm run bench [-- row ...] [--quick]: measures, side by side and in one run, and prints one table.
import os from 'node:os';
import { parseArgs } from 'node:util';
import { Unavailable, type Line, type Row } from './row';
import { rows } from './rows';
import { isHeld, table } from './table';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } }, allowPositionals: true });
  if (values.list) {
    for (const { name, title } of rows) console.log(`${name.padEnd(14)} ${title}`);
    return;
  }
  const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) throw new Error(`There is no row "${unknown.join('", "')}". There are: ${rows.map(({ name }) => name).join(', ')}.`);
  const chosen = positionals.length > 0 ? rows.filter(({ name }) => positionals.includes(name)) : rows;
  const lines: Line[] = [];
  const skipped: string[] = [];
  for (const row of chosen) await measure(row, values.quick, lines, skipped);
  console.log(`\n${machine()}${values.quick ? '\nQuick mode: too few rounds to rely on.' : ''}\n\n${table(lines)}`);
  for (const line of skipped) console.log(`\nNOT MEASURED: ${line}`);
  const missed = lines.filter((line) => !isHeld(line));
  console.log(`\n${lines.filter(({ reach }) => reach).length - missed.length} held, ${missed.length} missed, ${skipped.length} not measured.`);
}

async function measure(row: Row, quick: boolean, lines: Line[], skipped: string[]): Promise<void> {
  const started = performance.now();
  console.log(`\n${row.title}`);
  try {
    const found = await row.measure({ quick, say: (text) => console.log(`  ${text}`) });
    lines.push(...found);
    console.log(`${table(found)}\n  (${Math.round((performance.now() - started) / 1000)} s)`);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    skipped.push(`${row.title}: ${error.message}`);
    console.log(`  NOT MEASURED: ${error.message}`);
  }
}

function machine(): string {
  const [cpu] = os.cpus();
  const load = os.loadavg()[0] ?? 0;
  return `Node ${process.version}, ${os.cpus().length} x ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, load ${load.toFixed(1)} at the end.`;
}

main().catch((error: Error) => {
  console.error(error.stack ?? error.message);
  process.exitCode = 1;
});
