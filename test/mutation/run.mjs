import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** Mutation tests of rooms of the engine: npm run mutation -- --room auth [--room archive] [--files 'exchange-*' | --files journal/journal,polls/scheduler] [--incremental] [--concurrency 2] [--timeout 20000] */
const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    room: { type: 'string', multiple: true, default: ['auth', 'archive', 'disk', 'jobs', 'processes', 'transport', 'download', 'profiles', 'shapes', 'time', 'service'] },
    /** The files of the room that are changed, without `.ts`: a pattern, or several with commas. */
    files: { type: 'string', default: '**/*' },
    /** Tries only what the last run left alive, and what was edited since. */
    incremental: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '1' },
    /** Milliseconds that a test may take. On a busy machine, tests that compute a lot need more. */
    timeout: { type: 'string', default: '5000' },
  },
});

if (!existsSync(`${here}node_modules`)) spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });

const outcomes = values.room.map((room) =>
  spawnSync(process.execPath, [`${here}node_modules/@stryker-mutator/core/bin/stryker.js`, 'run', `${here}stryker.config.mjs`], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SOIL_ROOM: room, SOIL_FILES: values.files.includes(',') ? `{${values.files}}` : values.files, SOIL_INCREMENTAL: values.incremental ? 'yes' : 'no', SOIL_CONCURRENCY: values.concurrency, SOIL_TEST_TIMEOUT: values.timeout },
  }),
);
process.exitCode = outcomes.every(({ status }) => status === 0) ? 0 : 1;
