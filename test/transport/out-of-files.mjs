// A process of its own, on the built package: makes its first request while it can open no file, and another one when it can. What came of both goes to
// stdout as JSON.
import { closeSync, openSync } from 'node:fs';
import { HttpClient } from '../../dist/src/transport/http-client.js';

const opened = [];
try {
  for (;;) opened.push(openSync(process.argv[1], 'r'));
} catch (error) {
  if (error.code !== 'EMFILE') throw error;
}
const http = new HttpClient({ timeoutSeconds: 5, retryBudgetSeconds: 0 });
const request = { method: 'GET', url: process.argv[2], headers: {}, purpose: 'ask', repeat: 'safe' };
const outcome = () => http.exchange(request).then(({ status }) => status, ({ code }) => code);
const without = await outcome();
for (const each of opened) closeSync(each);
console.log(JSON.stringify([without, await outcome()]));
await http.close();
