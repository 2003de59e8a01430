// Runs a program of Node in a child, and writes what it prints to the descriptors: Wine has no pipes of Linux, so process.stdout does not open.
const { spawnSync } = require('node:child_process');
const { writeSync } = require('node:fs');

const { stdout, stderr, status } = spawnSync(process.execPath, process.argv.slice(2), { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e9 });
writeSync(1, stdout);
writeSync(2, stderr);
process.exitCode = status ?? 1;
