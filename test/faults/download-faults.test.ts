import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { downloadFile } from '../../src/download/download-file';
import type { SoilErrorCode } from '../../src/errors/soil-error';
import type { JobResult } from '../../src/service/job';
import { zipOf } from '../download/download-scenario';
import { FileServer, type Answer } from '../download/file-server';
import { canaries, canariesIn, signedQuery } from '../secrets/canaries';
import { PatientClock } from '../time/patient-clock';
import { outcomeOf, said } from './fault-run';

const OLD = 'the file of the last time';
const content = zipOf(40_000);

interface Row {
  name: string;
  answers: Answer[];
  ends: 'whole' | SoilErrorCode;
  /** Whether the service gives a new link when asked. Default: yes. */
  renewable?: boolean;
  /** How often it is asked for one. Default 0. */
  renewals?: number;
}

const whole = (name: string, ...answers: Answer[]): Row => ({ name, answers, ends: 'whole' });
const half = { cutAfter: 20_000 };
const other = zipOf(40_000, 2);

const rows: Row[] = [
  whole('no fault'),
  whole('a cut in the body', half),
  whole('a cut before the body', { cutAfter: 0 }),
  whole('cut, cut and cut', half, { cutAfter: 100 }, { cutAfter: 5 }),
  whole('a body that stops', { stallAfter: 20_000 }),
  whole('a length longer than the body', { headers: { 'content-length': '50000' }, cutAfter: 40_000 }, {}),
  whole('no length, in chunks', { length: 'chunked' }),
  whole('no length, until the connection ends', { length: 'close' }),
  ...[408, 425, 429, 500, 502, 503, 504].map((status) => whole(String(status), { status })),
  ...[500, 503].map((status) => whole(`${status} in the middle`, half, { status })),
  ...['2', 'soon', '-1', new Date(0).toUTCString()].map((pause) => whole(`429 with Retry-After ${pause}`, { status: 429, headers: { 'retry-after': pause } })),
  { name: '429 with Retry-After 10^9', answers: [{ status: 429, headers: { 'retry-after': '1000000000' } }], ends: 'SOIL_RATE_LIMITED' },
  ...[400, 401, 403, 404, 410].map((status): Row => ({ ...whole(`${status}, and a new link`, { status }), renewals: 1 })),
  ...[403, 410].map((status): Row => ({ ...whole(`${status} in the middle, and a new link`, half, { status }), renewals: 1 })),
  { name: '410, and no new link', answers: [{ status: 410 }], ends: 'SOIL_LINK_EXPIRED', renewable: false },
  { name: '403 for every link', answers: Array.from({ length: 4 }, () => ({ status: 403 })), ends: 'SOIL_LINK_EXPIRED', renewals: 3 },
  ...[402, 405, 409, 451].map((status): Row => ({ name: String(status), answers: [{ status }], ends: 'SOIL_DOWNLOAD' })),
  whole('200 for a range', half, { ignoreRange: true }),
  whole('another ETag between ranges', half, { status: 206, headers: { etag: '"v2"', 'content-range': `bytes 20000-39999/${content.length}` }, body: other.subarray(20_000) }, {}),
  whole('a range from elsewhere', half, { headers: { 'content-range': `bytes 1-39999/${content.length}` } }, {}),
  whole('ranges in pieces', half, { rangeBytes: 5000 }, { rangeBytes: 5000 }),
  { name: 'a captive portal', answers: [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>log in' }], ends: 'SOIL_ARCHIVE' },
  { name: '204', answers: [{ status: 204 }], ends: 'SOIL_DOWNLOAD' },
  { name: 'half a zip that says it is whole', answers: [{ status: 200, body: content.subarray(0, 20_000) }], ends: 'SOIL_ARCHIVE' },
  { name: 'an encoding that was not asked for', answers: [{ status: 200, headers: { 'content-encoding': 'gzip' }, body: content }], ends: 'SOIL_DOWNLOAD' },
  { name: 'a redirect to a private address', answers: [{ status: 302, headers: { location: 'http://10.0.0.1/file' } }], ends: 'SOIL_DOWNLOAD' },
  { name: 'a redirect to the metadata of a cloud', answers: [{ status: 307, headers: { location: 'http://169.254.169.254/latest' } }], ends: 'SOIL_DOWNLOAD' },
  { name: 'a redirect to a file of this machine', answers: [{ status: 301, headers: { location: 'file:///etc/passwd' } }], ends: 'SOIL_DOWNLOAD' },
  { name: 'redirects without end', answers: Array.from({ length: 6 }, () => ({ status: 302, headers: { location: '/again' } })), ends: 'SOIL_DOWNLOAD' },
  whole('five redirects', ...Array.from({ length: 5 }, () => ({ status: 308, headers: { location: '/again' } }))),
];

describe('A download under faults', function () {
  this.timeout(300_000);
  let root: string;
  before(async () => (root = await mkdtemp(path.join(os.tmpdir(), 'soil-faults-'))));
  after(() => rm(root, { recursive: true }));

  async function problemOf({ name, answers, ends, renewable = true, renewals = 0 }: Row): Promise<string | undefined> {
    const server = await new FileServer(content).start();
    server.answers.push(...answers.map((answer) => ({ ...answer })));
    const directory = await mkdtemp(path.join(root, 'row-'));
    const target = path.join(directory, 'soil.zip');
    await writeFile(target, OLD);
    let renewed = 0;
    const link = (signature: string): string => `${server.origin}/soil.zip?${signedQuery(signature)}`;
    const renew = (): Promise<JobResult> => Promise.resolve({ url: link(canaries.renewedSignature) + String(renewed++) });
    try {
      const { code, words } = await outcomeOf(
        downloadFile(
          {
            ...{ url: link(canaries.linkSignature), job: name, directory, filename: 'soil.zip', exists: 'replace' as const },
            ...{ apiOrigin: server.origin, allowPrivateHosts: false, timeoutSeconds: 60, retryBudgetSeconds: 120 },
            ...(renewable && { renew }),
            onProgress: (progress) => said.push(JSON.stringify(progress)),
          },
          { clock: new PatientClock(), random: () => 0.5 },
        ),
      );
      const kept = await readFile(target);
      const problems: string[] = [];
      if (code !== (ends === 'whole' ? 'an answer' : ends)) problems.push(`${code} instead of ${ends}: ${words}`);
      if (!kept.equals(ends === 'whole' ? content : Buffer.from(OLD))) problems.push('the file is not what it should be');
      if (server.answers.length > 0) problems.push(`${server.answers.length} answers not used`);
      if (renewed !== renewals) problems.push(`${renewed} new links instead of ${renewals}`);
      // When all is well in the end: one request for each answer, and a last one that gets the right answer.
      if (ends !== 'whole' && server.requests.length !== answers.length) problems.push(`${server.requests.length} requests for ${answers.length} answers`);
      return problems.length > 0 ? `${name}: ${problems.join('; ')}` : undefined;
    } finally {
      await server.close();
    }
  }

  it('ends with the whole file or an error, and leaves the old file whole', async () => {
    assert.deepEqual((await Promise.all(rows.map(problemOf))).filter(Boolean), []);
  });

  it('leaves nothing secret on the disk, nor in what was said', async () => {
    for (const folder of await readdir(root)) {
      for (const file of await readdir(path.join(root, folder))) assert.deepEqual(canariesIn(await readFile(path.join(root, folder, file))), [], file);
    }
    assert.ok(said.length > rows.length);
    assert.deepEqual([...new Set(said.flatMap(canariesIn))], []);
  });
});
