import assert from 'node:assert/strict';
import type { DownloadRequest } from '../../src/download/download-request';
import type { SoilError, SoilErrorCode } from '../../src/errors/soil-error';
import { systemClock, type Clock } from '../../src/time/clock';
import { PatientClock } from '../time/patient-clock';
import { DownloadScenario, failureOf, zipOf } from './download-scenario';
import type { Answer } from './file-server';

const SIGNATURE = 'k7mQ2xWc1+0aZ/9bV4nT8yRsE5uJpLd=';
const QUERY = new URLSearchParams({ 'X-Amz-Credential': 'AKIDEXAMPLE/20260101/us-east-1/s3/aws4_request', 'X-Amz-SignedHeaders': 'host', 'X-Amz-Signature': SIGNATURE }).toString();

/** How long it is waited for. */
const PATIENCE_MS = 2000;

describe('What a storage host says in place of a file', () => {
  const scenario = DownloadScenario.inEachTest(zipOf(500));

  /** The error of a download that meets with one answer, each time that it asks. */
  async function failure(code: SoilErrorCode, answer: Answer, { times = 1, ...more }: { times?: number } & Partial<DownloadRequest> = {}): Promise<SoilError> {
    const { server } = scenario;
    server.answers.push(...new Array<Answer>(times).fill(answer));
    // Slow enough for a body to come in time.
    const parts = { clock: new PatientClock(20) };
    const error = await failureOf(scenario.download({ url: `${server.origin}/soil.zip?${QUERY}`, retryBudgetSeconds: 0.1, ...more }, parts), code);
    const shown = JSON.stringify(error) + error.message;
    for (const secret of [SIGNATURE, encodeURIComponent(SIGNATURE), 'AKIDEXAMPLE']) assert.ok(!shown.includes(secret), shown);
    return error;
  }
  const host = (): string => new URL(scenario.server.origin).host;

  it('is reported with the link that it refuses', async () => {
    const quota = JSON.stringify({ title: 'Forbidden', detail: 'Download quota of your account is exhausted until tomorrow' });
    const { message, cause } = await failure('SOIL_LINK_EXPIRED', { status: 403, body: quota });
    const words = 'Forbidden: Download quota of your account is exhausted until tomorrow';
    assert.equal(message, `${host()} refused the download link with status 403. ${host()} says: ${words}. Send the job to soil-wait again for a new link.`);
    assert.deepEqual([cause.status, cause.detail], [403, words]);
  });

  it('is reported if new links are refused as well, and decides the advice', async () => {
    const body = '<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>';
    const renew = (): Promise<{ url: string }> => Promise.resolve({ url: `${scenario.server.origin}/soil.zip?${QUERY}` });
    const error = failure('SOIL_LINK_EXPIRED', { status: 410, body }, { times: 4, renew, retryBudgetSeconds: 300 });
    assert.match((await error).message, /the service gives the same link again\. \S+ says: NoSuchKey: The specified key does not exist\. If that means that the file is gone, submit/);
    assert.equal((await error).cause.detail, 'NoSuchKey: The specified key does not exist.');
  });

  it('is reported without the signature that is in its headers', async () => {
    const page = { status: 200, body: 'no zip', headers: { 'content-type': `text/html; boundary="${SIGNATURE}"` } };
    assert.match((await failure('SOIL_ARCHIVE', page)).message, /is not a zip file \(text\/html; boundary="\*\*\*"\)/);
    await failure('SOIL_DOWNLOAD', { status: 200, body: 'no zip', headers: { 'content-encoding': `zstd, ${SIGNATURE}` } });
  });

  it('is reported without the signature, in whatever form the host repeats it', async () => {
    const forms = [SIGNATURE, encodeURIComponent(SIGNATURE), SIGNATURE.replaceAll('+', '&#43;'), QUERY, `http://local/soil.zip?${QUERY}`];
    for (const form of forms) {
      const body = `<Error><Code>SignatureDoesNotMatch</Code><Message>The host got ${form} here</Message><SignatureProvided>${SIGNATURE}</SignatureProvided></Error>`;
      const { cause } = await failure('SOIL_LINK_EXPIRED', { status: 403, body });
      assert.match(cause.detail ?? '', /^SignatureDoesNotMatch: The host got /);
    }
  });

  it('is reported for a host that is down for a while', async () => {
    const { message, cause } = await failure('SOIL_UNAVAILABLE', { status: 503, body: '{"message":"Maintenance until 18:00"}' });
    assert.equal(message, `Could not download the file: ${host()} answered 503. It says: Maintenance until 18:00. Try again later.`);
    assert.equal(cause.detail, 'Maintenance until 18:00');
  });

  it('is reported if it comes as if it were the file', async () => {
    const { message, cause } = await failure('SOIL_ARCHIVE', { status: 200, body: '{"status":"preparing","message":"preparing, try again"}', headers: { 'content-type': 'application/json' } });
    assert.match(message, /is not a zip file \(application\/json\)\. It says: preparing, try again\. Check whether/);
    assert.equal(cause.detail, 'preparing, try again');
  });

  it('is left out if it is not text, and cut if it has no end', async () => {
    assert.equal((await failure('SOIL_LINK_EXPIRED', { status: 403, body: Buffer.from([1, 2, 0, 3]) })).cause.detail, undefined);
    const { cause } = await failure('SOIL_LINK_EXPIRED', { status: 403, body: `It is late. ${'x'.repeat(10_000_000)}` });
    assert.equal(cause.detail, 'It is late.');
  });

  it('is not waited for longer than a moment', async () => {
    for (const [status, code] of [[403, 'SOIL_LINK_EXPIRED'], [200, 'SOIL_ARCHIVE']] as const) {
      scenario.server.answers.push({ status, body: 'It is late, and more is to come.', stallAfter: 10 });
      const { cause } = await failureOf(scenario.download({}, { clock: systemClock }), code);
      assert.equal(cause.detail, 'It is');
    }
  });

  it('holds no part of the signature, nor of JSON, if it breaks off', async () => {
    const bodies = [`The signature is wrong: ${SIGNATURE}`, `{"message":"No access","access_token":"token-of-the-host"}`, `<p>late ${'x'.repeat(16_360 - SIGNATURE.length)} ${SIGNATURE}`];
    for (const [status, code] of [[403, 'SOIL_LINK_EXPIRED'], [200, 'SOIL_ARCHIVE']] as const) {
      for (const body of bodies) scenario.server.answers.push({ status, body: `${body} and more`, stallAfter: body.length - 2 });
      // At once: each waits for more, in vain.
      const url = `${scenario.server.origin}/soil.zip?${QUERY}`;
      const errors = await Promise.all(bodies.map((_, at) => failureOf(scenario.download({ url, filename: `${at}.zip` }, { clock: systemClock }), code)));
      for (const { message, cause } of errors) assert.ok(!`${message} ${cause.detail}`.includes(SIGNATURE.slice(0, 6)) && !message.includes('token'), message);
    }
  });

  it('is not waited for by a download that is told to stop', async () => {
    const stop = new AbortController();
    const reason = new Error('redeployed');
    scenario.server.answers.push({ status: 403, body: 'It is late.', stallAfter: 5, before: () => setTimeout(() => stop.abort(reason), 50) });
    await assert.rejects(scenario.download({ signal: stop.signal }, { clock: systemClock }), reason);
  });

  it('leaves nothing that waits for it once it is told to stop', async () => {
    for (const status of [403, 200]) {
      const waiting = new Set<number>();
      const stop = new AbortController();
      const clock: Clock = {
        ...systemClock,
        after(ms, callback) {
          waiting.add(ms);
          const callOff = systemClock.after(ms, callback);
          // The right moment: what came so far is not a file, and more is to come.
          if (ms === PATIENCE_MS) setTimeout(() => stop.abort(new Error('redeployed')), 20);
          return () => {
            waiting.delete(ms);
            callOff();
          };
        },
      };
      scenario.server.answers.push({ status, body: 'It is late.', stallAfter: 5 });
      await assert.rejects(scenario.download({ signal: stop.signal }, { clock }), { message: 'redeployed' });
      assert.ok(!waiting.has(PATIENCE_MS), `${status}`);
    }
  });
});
