import assert from 'node:assert/strict';
import { fileName } from '../../nodes/soil-download/file-name';
import { linkOf, restoreLink } from '../../nodes/soil-download/link-of';
import { DownloadLink } from '../../src/download/download-link';
import { JobAtWork } from '../../src/errors/job-at-work';
import { SoilError, type SoilErrorCode } from '../../src/errors/soil-error';
import { JobElsewhere } from '../../src/service/job-address';
import { systemClock } from '../../src/time/clock';

const url = 'https://files.example.com/a.zip';
const result = { url, expires: '2026-03-01T12:30:00.000Z' };

describe('The link of a message', () => {
  const link = async (payload: unknown, ofJob?: object) => {
    const { url, expires } = await linkOf({ payload, soil: { job: { result: ofJob } } } as never, {} as never, {});
    return { url, expires };
  };

  it('is the one in the payload, with the expiry of the job only if it is the link of the job', async () => {
    assert.deepEqual(await link(url, result), result);
    assert.deepEqual(await link('https://files.example.com/b.zip', result), { url: 'https://files.example.com/b.zip', expires: undefined });
  });

  it('belongs to no job if msg.soil.job, of an earlier run, has another: neither a new link nor the file name comes from that job', async () => {
    const asked = { jobAddress: () => assert.fail('is not asked') } as never;
    const others = { payload: 'https://files.example.com/b.zip?sig=1', soil: { job: { id: 'a-1', result } } };
    assert.deepEqual(await linkOf(others as never, asked, {}), { url: others.payload });
    assert.match(fileName('', others as never, new Date()), /^soil-data-link-[\da-f]{8}\.zip$/);
    const gone = { jobAddress: () => undefined, pollJob: () => Promise.reject(new SoilError('SOIL_REQUEST', 'No such job.', { status: 404 })) } as never;
    await restoreLink(others as never, gone, {});
    assert.equal(others.payload, 'https://files.example.com/b.zip?sig=1');
  });

  it('stays the link of its job if the job replaces it: a message that is sent again gets a new one', async () => {
    const anew = { url: 'https://files-2.example.com/b.zip?h=new', expires: null };
    const service = { jobAddress: () => ({ id: 'a-1' }), pollJob: () => Promise.resolve({ result: anew }) } as never;
    const message = { payload: url, soil: { job: { id: 'a-1', result } } };
    await (await linkOf(message as never, service, {})).renew?.();
    assert.equal(message.payload, anew.url);
    assert.equal((await linkOf(message as never, service, {})).renew !== undefined, true);
  });

  it('is otherwise that of the job', async () => {
    assert.deepEqual(await link({ id: 'a-1' }, result), result);
    await assert.rejects(link('no link'), { code: 'SOIL_CONFIG', message: /^No download link/ });
    await assert.rejects(link('ftp://files.example.com/a.zip'), { message: /a link that begins with https:/ }, 'one was sent: it says which is taken');
  });

  it('is none if what the job has there is not a text, and has no expiry if that is not a text', async () => {
    for (const url of [5, {}, [], null, '']) await assert.rejects(link('no link', { url }), { code: 'SOIL_CONFIG', message: /^No download link/ });
    for (const expires of [5, {}, [], null, '']) assert.deepEqual(await link('no link', { url, expires }), { url, expires: undefined });
    for (const job of ['a-1', 5, [], { id: 5.5 }, { url: {} }]) {
      await assert.rejects(linkOf({ payload: '', soil: { job } } as never, {} as never, {}), { code: 'SOIL_CONFIG' }, JSON.stringify(job));
    }
  });

  it('is that of the job again after a restart, even if the service gives another address by then', async () => {
    const anew = { url: 'https://files-2.example.com/b.zip?h=new', expires: null };
    const service = { jobAddress: () => ({ id: 'a-1' }), pollJob: () => Promise.resolve({ result: anew }) } as never;
    const restored = async (payload: string): Promise<unknown> => {
      const message = { payload, soil: { job: { id: 'a-1', result } } };
      await restoreLink(message as never, service, {});
      assert.deepEqual(message.soil.job.result, anew);
      return message.payload;
    };
    assert.equal(await restored(url), anew.url);
    assert.equal(await restored('https://files-2.example.com/b.zip'), anew.url);
    assert.equal(await restored('https://files.example.com/own.zip'), 'https://files.example.com/own.zip');
  });

  it('can be had anew from the job, which provides it if the message has none', async () => {
    const anew = { url: 'https://files.example.com/a.zip?h=new', expires: null };
    const service = { jobAddress: () => ({ id: 'a-1' }), pollJob: () => Promise.resolve({ result: anew }) } as never;
    for (const [payload, ofJob, first] of [[url, result, url], ['', result, url], ['', undefined, anew.url]] as const) {
      const message = { payload, soil: { job: { id: 'a-1', polls: 3, result: ofJob } } };
      const { url, renew } = await linkOf(message as never, service, {});
      assert.deepEqual([url, await renew?.()], [first, anew]);
      assert.deepEqual(message.soil.job, { id: 'a-1', polls: 3, result: anew }, 'nodes behind find the link that holds');
    }
    const over = { jobAddress: () => ({ id: 'a-1' }), pollJob: () => Promise.resolve({}) } as never;
    await assert.rejects(linkOf({ payload: '', soil: { job: { id: 'a-1' } } } as never, over, {}), { code: 'SOIL_LINK_EXPIRED', message: /for job a-1\./ });
  });

  it('cannot be had anew if its job is at another service, and says why it was refused; without a link, the error names that address', async () => {
    const service = {
      jobAddress: () => {
        throw new JobElsewhere('SOIL_CONFIG', 'The job address is at https://b.example.');
      },
    } as never;
    const job = { id: 'a-1', url: 'https://b.example/a-1' };
    const { renew, url: first } = await linkOf({ payload: '', soil: { job: { ...job, result } } } as never, service, {});
    const link = new DownloadLink({ url: first }, renew, systemClock);
    await assert.rejects(link.replace({ status: 403, host: 'files', url: first, words: 'Signature has expired' }), ({ code, message, cause }: SoilError) => {
      assert.equal(code, 'SOIL_LINK_EXPIRED');
      assert.equal(message, 'files refused the download link with status 403, and the service gave no new one: The job address is at https://b.example. files says: Signature has expired.');
      assert.equal(cause.detail, 'Signature has expired');
      return true;
    });
    const again = { payload: '', soil: { job: { ...job, result } } };
    await restoreLink(again as never, service, {});
    assert.deepEqual(again.soil.job.result, result, 'after a restart, what is there of the link has to do');
    await assert.rejects(linkOf({ payload: '', soil: { job } } as never, service, {}), { code: 'SOIL_CONFIG', message: /^The job address is at/ });
  });

  it('may be one that cannot be fetched', async () => {
    const service = { jobAddress: () => ({ id: 'a-1' }), pollJob: () => Promise.resolve({ phase: 'completed', unusableLink: 's3:' }) } as never;
    await assert.rejects(linkOf({ payload: '', soil: { job: { id: 'a-1' } } } as never, service, {}), { code: 'SOIL_RESPONSE', message: /begins with s3:/ });
  });

  it('is not there yet if soil-wait is missing: the job goes on, and must not be submitted again', async () => {
    const running = { jobAddress: () => ({ id: 'a-1' }), pollJob: () => Promise.resolve({ phase: 'running', status: 'active' }) } as never;
    const message = /^Job a-1 is not completed, and has no link yet\. Connect soil-wait in front of soil-download\.$/;
    await assert.rejects(linkOf({ payload: '', soil: { job: { id: 'a-1' } } } as never, running, {}), { code: 'SOIL_CONFIG', message });
    for (const [payload, ofJob] of [['', result], [url, undefined]] as const) {
      const { renew } = await linkOf({ payload, soil: { job: { id: 'a-1', result: ofJob } } } as never, running, {});
      await assert.rejects(async () => renew?.(), JobAtWork);
      await assert.rejects(async () => renew?.(), { code: 'SOIL_LINK_EXPIRED', message: /The job is at work again \("\w*"\): send it to soil-wait/ });
    }
  });

  it('is lost if its job has failed since, for the reason that the service gives', async () => {
    for (const [phase, description, message] of [
      ['failed', 'The archive was damaged', 'The service gives no new link for job a-1. The job ended there with the status "Failed". The service says: The archive was damaged. Submit the request again.'],
      ['failed', '', 'The service gives no new link for job a-1. The job ended there with the status "Failed". Submit the request again.'],
      ['completed', 'The file was deleted', 'The service gives no new link for job a-1. The service says: The file was deleted. Submit the request again.'],
    ] as const) {
      const failed = { jobAddress: () => ({ id: 'a-1' }), pollJob: () => Promise.resolve({ phase, status: 'Failed', description }) } as never;
      const { renew } = await linkOf({ payload: url, soil: { job: { id: 'a-1', result } } } as never, failed, {});
      await assert.rejects(async () => renew?.(), { code: 'SOIL_LINK_EXPIRED', message });
    }
  });

  it('stays without its signature while the service cannot be reached', async () => {
    const failing = (code: SoilErrorCode) => ({ jobAddress: () => undefined, pollJob: () => Promise.reject(new SoilError(code, 'No.')) }) as never;
    const message = { payload: url, soil: { job: { id: 'a-1', result } } } as never;
    await restoreLink(message, failing('SOIL_UNAVAILABLE'), {});
    assert.equal((await linkOf(message, failing('SOIL_UNAVAILABLE'), {})).url, url);
    await assert.rejects(restoreLink(message, failing('SOIL_AUTH'), {}), { code: 'SOIL_AUTH' });
    const page = { jobAddress: () => undefined, pollJob: () => Promise.reject(new SoilError('SOIL_RESPONSE', 'A page.', { status: 200 })) } as never;
    await restoreLink(message, page, {});
  });
});
