import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { openFiles } from '../processes/open-files';
import { until } from '../time/until';
import { LARGE_AREA, SandboxClient, SMALL_FIELD } from './sandbox-client';

describe('the result file of a job', () => {
  const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time };
  let client: SandboxClient;
  let location: string;
  let whole: Buffer;
  let etag: string;
  before(async () => {
    client = await SandboxClient.start({ clock, jobSeconds: 0, linkSeconds: 60 });
    location = await client.createJob({ geometry: SMALL_FIELD });
    const answer = await fetch(await client.link(location));
    whole = Buffer.from(await answer.arrayBuffer());
    etag = answer.headers.get('etag') ?? '';
  });
  after(() => client.close());

  const get = async (headers: Record<string, string>, method = 'GET'): Promise<Response & { bytes: Buffer }> => {
    const answer = await fetch(await client.link(location), { method, headers });
    return Object.assign(answer, { bytes: Buffer.from(await answer.arrayBuffer()) });
  };

  it('comes with its length and a strong validator of its content', async () => {
    const answer = await get({});
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-length'), String(whole.length));
    assert.equal(answer.headers.get('accept-ranges'), 'bytes');
    assert.equal(answer.headers.get('content-type'), 'application/zip');
    assert.match(answer.headers.get('content-disposition') ?? '', /synthetic/);
    assert.equal(etag, `"${createHash('sha256').update(whole).digest('hex')}"`);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const answer = await get({}, 'HEAD');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-length'), String(whole.length));
    assert.equal(answer.headers.get('etag'), etag);
    assert.equal(answer.bytes.length, 0);
  });

  it('gives the part that is asked for', async () => {
    const parts: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=100-199', 100, 199],
      ['bytes=100-', 100, whole.length - 1],
      ['bytes=-50', whole.length - 50, whole.length - 1],
      [`bytes=0-${whole.length + 5}`, 0, whole.length - 1],
      [`bytes=-${whole.length + 5}`, 0, whole.length - 1],
    ];
    for (const [range, first, last] of parts) {
      const answer = await get({ range, 'if-range': etag });
      assert.equal(answer.status, 206, range);
      assert.equal(answer.headers.get('content-range'), `bytes ${first}-${last}/${whole.length}`);
      assert.ok(answer.bytes.equals(whole.subarray(first, last + 1)), range);
    }
  });

  it('gives the whole if the part is not meant for this file, or is not understood', async () => {
    const headers: Record<string, string>[] = [
      { range: 'bytes=5-', 'if-range': '"another"' },
      { range: 'bytes=5-', 'if-range': `W/${etag}` },
      { range: 'bytes=0-1,4-5' },
      { range: 'bytes=9-3' },
      { range: 'bytes=-' },
      { range: 'lines=1-2' },
    ];
    for (const header of headers) {
      const answer = await get(header);
      assert.equal(answer.status, 200, JSON.stringify(header));
      assert.equal(answer.bytes.length, whole.length);
    }
  });

  it('says how long it is if a part begins after its end', async () => {
    for (const range of [`bytes=${whole.length}-`, 'bytes=-0']) {
      const answer = await get({ range });
      assert.equal(answer.status, 416);
      assert.equal(answer.headers.get('content-range'), `bytes */${whole.length}`);
    }
  });

  it('is refused if the link was changed', async () => {
    const url = new URL(await client.link(location));
    const changes: ((link: URL) => void)[] = [
      (link) => link.searchParams.set('expires', String(Number(link.searchParams.get('expires')) + 1)),
      (link) => link.searchParams.set('signature', 'f'.repeat(64)),
      (link) => link.searchParams.delete('signature'),
      (link) => link.searchParams.delete('expires'),
      (link) => (link.pathname = link.pathname.replace(/[0-9a-f]{12}/, '000000000000')),
    ];
    for (const change of changes) {
      const link = new URL(url);
      change(link);
      const answer = await client.send('GET', link.href, { headers: { authorization: '' } });
      assert.equal(answer.status, 403);
      assert.equal(answer.headers.get('content-type'), 'application/problem+json');
    }
  });

  it('is gone once the link has ended; the status of the job gives a new one', async () => {
    const { json } = await client.get(location);
    assert.equal(Date.parse(json.result.expires), clock.time + 60_000);
    const old = String(json.result.url);
    clock.time += 60_000;
    const late = await fetch(old);
    assert.equal(late.status, 410);
    assert.match(((await late.json()) as { detail: string }).detail, /new link/);
    const answer = await get({ range: 'bytes=10-19', 'if-range': etag });
    assert.equal(answer.status, 206);
    assert.ok(answer.bytes.equals(whole.subarray(10, 20)));
  });

  it('accepts no token beside the signature', async () => {
    const answer = await client.send('GET', await client.link(location), {});
    assert.equal(answer.status, 400);
  });

  it('is closed again if the client has gone while it was made', async function () {
    if (process.platform !== 'linux') this.skip();
    const large = await client.createJob({ geometry: LARGE_AREA });
    const id = large.split('/').at(-1)!;
    const opened = async (): Promise<string[]> => (await openFiles()).filter((file) => file.includes(id));
    const link = new URL(await client.link(large));
    const leaving = connect(Number(link.port), link.hostname);
    // Twice: the second answer has no connection before the first has ended.
    leaving.end(`GET ${link.pathname}${link.search} HTTP/1.1\r\nhost: ${link.host}\r\n\r\n`.repeat(2));
    await until(async () => (await opened()).some((file) => file.endsWith('.draft')), 'the file is being made');
    leaving.destroy();
    const answer = await fetch(await client.link(large), { method: 'HEAD', headers: { connection: 'close' } });
    assert.equal(answer.status, 200, 'it is made for whoever asks next');
    let left: string[] = [];
    await until(async () => (left = await opened()).length === 0, () => `these are closed: ${left.join(' ')}`);
  });

  describe('slowed down', () => {
    let slow: SandboxClient;
    afterEach(() => slow.close());

    it('comes at the pace that was set', async () => {
      slow = await SandboxClient.start({ jobSeconds: 0, bytesPerSecond: 50_000 });
      const link = await slow.link(await slow.createJob({ geometry: SMALL_FIELD }));
      const bytes = Number((await fetch(link, { method: 'HEAD' })).headers.get('content-length'));
      const order: string[] = [];
      setTimeout(() => order.push('half of the time'), (0.5 * 1000 * bytes) / 50_000);
      assert.equal((await (await fetch(link)).arrayBuffer()).byteLength, bytes);
      order.push('all of the file');
      assert.deepEqual(order, ['half of the time', 'all of the file']);
    });

    it('is cut when the sandbox closes', async () => {
      slow = await SandboxClient.start({ jobSeconds: 0, bytesPerSecond: 100 });
      const answer = await fetch(await slow.link(await slow.createJob({ geometry: SMALL_FIELD })));
      const cut = assert.rejects(answer.arrayBuffer());
      await slow.close();
      await cut;
    });
  });
});
