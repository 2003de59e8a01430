import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Figure, SoakOptions } from './figure';

const root = path.resolve(__dirname, '..', '..');

/** Figure 2: processes that are killed. The tests exist already; here they run with their full numbers. */
export async function kills({ seed, full }: SoakOptions): Promise<Figure[]> {
  const tests: [name: string, file: string, env: Record<string, string>, numbers: string][] = [
    ['killed at every step, simulated', 'test/jobs/crash.test.ts', { SOIL_CRASH_ROUNDS: full ? '1000' : '50' }, full ? 'every step, and 1,000 lives at random' : 'every step, and 50 lives at random'],
    ['processes killed at steps', 'test/jobs/killed-process.test.ts', { SOIL_CRASH_EVERY: full ? '1' : '30' }, full ? 'every step' : 'every 30th step'],
    ['whole Node-RED killed', 'test/runtime/kills.test.ts', { SOIL_KILLS: full ? '100' : '2' }, full ? '100 kills' : '2 kills'],
  ];
  const figures: Figure[] = [];
  for (const [name, file, env, numbers] of tests) {
    const startedAt = performance.now();
    const { code, said } = await run(file, { ...env, SOIL_SEED: String(seed) });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    const words = said.split('\n').filter((line) => line.startsWith('  seen: ')).map((line) => `; ${line.slice(8)}`).join('');
    figures.push({ number: 2, name, seen: `${numbers}, ${code === 0 ? 'all held' : 'FAILED'}, in ${seconds} s${words}`, missed: code === 0 ? [] : [said.slice(-3000)] });
  }
  return figures;
}

async function run(file: string, env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['node_modules/mocha/bin/mocha.js', '--timeout', '7200000', file], { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}
