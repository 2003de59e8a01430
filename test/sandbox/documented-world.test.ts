import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startSandbox } from '../../src/sandbox/sandbox';
import { DATASETS } from '../../src/sandbox/world/datasets';
import { SOIL_PROPERTIES } from '../../src/sandbox/world/soil-properties';
import { root } from '../runtime/node-red-under-test';

describe('The page on the sandbox', () => {
  const page = readFileSync(path.join(root, 'docs', 'sandbox.md'), 'utf8');
  /** The identifiers in its tables, each with the name beside it. */
  const named = [...page.matchAll(/\| (\d{3}) \| ([^|]+?) (?=\|)/g)].map(([, identifier, name]) => `${identifier} ${name}`);

  it('names every dataset and soil property by its identifier', () => {
    const datasets = DATASETS.map(({ identifier, name, locked }) => `${identifier} ${name.replace(/ \(synthetic.*\)$/, locked ? ' (locked)' : '')}`);
    const properties = SOIL_PROPERTIES.map(({ identifier, name }) => `${identifier} ${name}`);
    assert.deepEqual(named.sort(), [...datasets, ...properties].sort());
  });

  it('shows how another program gets a token, and data with it', async () => {
    const sandbox = await startSandbox();
    try {
      const filled = (text: string, token = ''): string => text.replaceAll('http://127.0.0.1:8123', new URL(sandbox.baseUrl).origin).replace('SECRET', sandbox.clientSecret).replace('TOKEN', token);
      const [forToken = '', forData = ''] = [...page.replaceAll(' \\\n ', '').matchAll(/^curl .*$/gm)].map(([command]) => command);
      const words = filled(forToken).split(' ');
      const fields = words.flatMap((word, at) => (words[at - 1] === '-d' ? [word.split('=', 2) as [string, string]] : []));
      const granted = await fetch(words.at(-1)!, { method: 'POST', body: new URLSearchParams(fields) });
      const { access_token: token } = (await granted.json()) as { access_token: string };
      const [authorization = '', type = '', body = ''] = [...filled(forData, token).matchAll(/'([^']*)'/g)].map(([, quoted = '']) => quoted);
      const headers = Object.fromEntries([authorization, type].map((header) => header.split(': ', 2) as [string, string]));
      const answer = await fetch(filled(forData.split(' ').at(-1)!), { method: 'POST', headers, body });
      assert.deepEqual([granted.status, answer.status], [200, 200]);
      assert.match(await answer.text(), /"phh2o_mean"/);
    } finally {
      await sandbox.close();
    }
  });

  it('says which datasets cover only one continent', () => {
    const everywhere = [...page.matchAll(/\| (\d{3}) \| [^|]+ \| everywhere \|/g)].map(([, identifier]) => Number(identifier));
    assert.deepEqual(everywhere, DATASETS.filter(({ regions }) => regions.length === 0).map(({ identifier }) => identifier));
  });
});
