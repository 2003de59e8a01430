import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startSandbox } from '../../src/sandbox/sandbox';

type Json = Record<string, unknown>;

/**
 * Has the sandbox make the zip of an area, and writes it to `file`. Speaks plain HTTP, so as to share no code with what it tests.
 */
export async function sandboxExport(geometry: string, file: string): Promise<void> {
  const sandbox = await startSandbox({ jobSeconds: 0 });
  try {
    const token = await json(`${sandbox.authUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: sandbox.clientId,
        client_secret: sandbox.clientSecret,
        audience: `${sandbox.baseUrl}/`,
      }),
    });
    const headers = { authorization: `Bearer ${String(token['access_token'])}`, 'content-type': 'application/json' };
    const job = await json(`${sandbox.baseUrl}/v1/soil-data-by-geometry/queries`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ geometry }),
    });
    for (;;) {
      const { result } = await json(String(job['Location']), { headers });
      if (result) {
        const answer = await fetch(String((result as Json)['url']));
        await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file));
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    await sandbox.close();
  }
}

async function json(url: string, init: RequestInit): Promise<Json> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Json;
}
