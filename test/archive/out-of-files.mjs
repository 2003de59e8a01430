// A process of its own, on the built package: opens a zip in memory for the first time while it can open no file. The zip comes as base64, and what came
// of it goes to stdout as JSON.
import { closeSync, openSync } from 'node:fs';
import { openArchive } from '../../dist/src/archive/safe-archive.js';

const zip = Buffer.from(process.argv[2], 'base64');
const file = process.argv[1];
const opened = [];
try {
  for (;;) opened.push(openSync(file, 'r'));
} catch (error) {
  if (error.code !== 'EMFILE') throw error;
}
const outcome = await openArchive(zip).then(({ entries }) => entries.length, ({ code, message }) => `${code} ${message}`);
for (const each of opened) closeSync(each);
console.log(JSON.stringify(outcome));
