import assert from 'node:assert/strict';
import { DownloadLink } from '../../src/download/download-link';
import { JobAtWork } from '../../src/errors/job-at-work';
import { SoilError } from '../../src/errors/soil-error';
import type { JobResult } from '../../src/service/job';
import { SimulatedClock } from '../time/simulated-clock';
import { DownloadScenario, failureOf, zipOf } from './download-scenario';

const content = zipOf(4000);

describe('a download link', () => {
  const clock = new SimulatedClock();
  const refusal = (status: number) => ({ status, host: 'files', url: 'https://files/a.zip' });
  const inSeconds = (seconds: number): string => new Date(clock.now() + seconds * 1000).toISOString();
  let asked: number;
  const renewals = (...results: (JobResult | Error)[]) => (): Promise<JobResult> => {
    const result = results[Math.min(asked++, results.length - 1)] as JobResult | Error;
    return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
  };
  beforeEach(() => (asked = 0));

  it('is used as it is until a minute before its end', async () => {
    const link = new DownloadLink({ url: 'https://a', expires: inSeconds(60) }, renewals({ url: 'https://b' }), clock);
    assert.equal(await link.current(), 'https://a');
    assert.equal(asked, 0);
  });

  it('is renewed within the last minute, and after its end', async () => {
    for (const left of [59.999, 0, -86_400]) {
      const expires = inSeconds(3600);
      const link = new DownloadLink({ url: 'https://a', expires: inSeconds(left) }, renewals({ url: 'https://b', expires }), clock);
      assert.equal(await link.current(), 'https://b');
      assert.equal(link.expires, expires);
      assert.equal(await link.current(), 'https://b');
    }
    assert.equal(asked, 3);
  });

  it('is not renewed if it has no end, none that can be read, or if there is nobody to ask', async () => {
    for (const expires of [undefined, 'soon', '']) {
      assert.equal(await new DownloadLink({ url: 'https://a', expires }, renewals({ url: 'https://b' }), clock).current(), 'https://a');
    }
    assert.equal(await new DownloadLink({ url: 'https://a', expires: inSeconds(-1) }, undefined, clock).current(), 'https://a');
    assert.equal(asked, 0);
  });

  it('is tried although it could not be renewed in time: the clocks may differ', async () => {
    const link = new DownloadLink({ url: 'https://a', expires: inSeconds(-5) }, renewals(new SoilError('SOIL_UNAVAILABLE', 'down')), clock);
    assert.equal(await link.current(), 'https://a');
    assert.equal(asked, 1);
  });

  it('is replaced three times at most if none works', async () => {
    for (const [given, said] of [
      [['b', 'c', 'd'], /^files refused the download link with status 403, and 3 new links from the service as well\./],
      [['b', 'b', 'b'], /403, and 1 new link from the service as well\./],
      [['a', 'a', 'a'], /403, and the service gives the same link again\./],
    ] as const) {
      const urls = [...given];
      const link = new DownloadLink({ url: 'https://a' }, () => Promise.resolve({ url: `https://${urls.shift()}` }), clock);
      for (const expected of [1, 2, 3]) assert.equal(await link.replace(refusal(403)), expected);
      const error = await failureOf(link.replace(refusal(403)), 'SOIL_LINK_EXPIRED', said);
      assert.deepEqual(error.cause, { status: 403, method: 'GET', url: 'https://files/a.zip' });
      assert.deepEqual(urls, []);
    }
  });

  it('that wants a sign-in is not said to be of a file that was deleted', async () => {
    for (const words of ['', 'No token.']) {
      const link = new DownloadLink({ url: 'https://a' }, renewals({ url: 'https://a' }), clock);
      for (let count = 0; count < 3; count++) await link.replace(refusal(401));
      const said = await failureOf(link.replace({ ...refusal(401), words }), 'SOIL_LINK_EXPIRED');
      assert.match(said.message, /the same link again\.(?: files says: No token\.)? Files are fetched without a sign-in: ask whoever runs the service for links that need none\.$/);
    }
  });

  it('is replaced three times more after one worked', async () => {
    const link = new DownloadLink({ url: 'https://a' }, renewals({ url: 'https://b' }), clock);
    for (let count = 0; count < 3; count++) await link.replace(refusal(410));
    link.worked();
    assert.equal(await link.replace(refusal(410)), 1);
  });

  it('has expired if the service gives no new one, and says which answer that was', async () => {
    const none = new DownloadLink({ url: 'https://a' }, renewals(new SoilError('SOIL_REQUEST', 'The job is gone.', { status: 404 })), clock);
    for (const wait of [0, 30_000, 29_999]) {
      await clock.advance(wait);
      assert.ok((await none.replace(refusal(410))) instanceof SoilError, 'a gateway says so, too, while the service starts');
    }
    await clock.advance(1);
    const gone = await failureOf(none.replace(refusal(410)), 'SOIL_LINK_EXPIRED', /status 410, and the service gave no new one: The job is gone\. Send msg\.soil\.job to soil-wait again for a new link: .* submit the request again\.$/);
    const unset = new DownloadLink({ url: 'https://a' }, renewals(new SoilError('SOIL_CONFIG', 'The Client ID is missing.')), clock);
    await failureOf(unset.replace(refusal(410)), 'SOIL_CONFIG', /^The Client ID is missing\.$/);
    assert.equal(gone.cause.status, 404);
    const late = new DownloadLink({ url: 'https://a', expires: inSeconds(-1) }, undefined, clock);
    const past = await failureOf(late.replace(refusal(403)), 'SOIL_LINK_EXPIRED', /status 403 \(it had expired\)\. Send the job/);
    assert.equal(past.cause.status, 403);
    const now = new DownloadLink({ url: 'https://a', expires: inSeconds(0) }, undefined, clock);
    await failureOf(now.replace(refusal(403)), 'SOIL_LINK_EXPIRED', /had expired/);
    const early = new DownloadLink({ url: 'https://a', expires: inSeconds(1) }, undefined, clock);
    await failureOf(early.replace(refusal(403)), 'SOIL_LINK_EXPIRED', /status 403\. Send the job/);
  });

  it('may be had later if the answer about its job was an odd one, or a refusal that was not repeated', async () => {
    const page = new SoilError('SOIL_RESPONSE', 'An HTML page came.', { status: 200 });
    const bad = new SoilError('SOIL_REQUEST', 'Bad Request.', { status: 400 });
    const atWork = new JobAtWork('SOIL_LINK_EXPIRED', 'At work again.');
    const answers = [...Array.from({ length: 9 }, () => page), bad, bad, page, atWork, bad, bad, { url: 'https://b' }, bad, bad, bad];
    const link = new DownloadLink({ url: 'https://a' }, renewals(...answers), clock);
    for (let count = 0; count < 15; count++) assert.ok((await link.replace(refusal(403))) instanceof SoilError, String(count));
    assert.equal(await link.replace(refusal(403)), 1, 'what gave none is no renewal');
    for (let count = 0; count < 2; count++) assert.ok((await link.replace(refusal(403))) instanceof SoilError);
    await failureOf(link.replace(refusal(403)), 'SOIL_LINK_EXPIRED', /gave no new one: Bad Request\./);
    const refusedToken = new SoilError('SOIL_AUTH', 'No.', { status: 401, retryAfter: 1 });
    assert.equal(await new DownloadLink({ url: 'https://a' }, renewals(refusedToken), clock).replace(refusal(403)), refusedToken);
    const unusable = new DownloadLink({ url: 'https://a' }, renewals(new SoilError('SOIL_RESPONSE', 'The link begins with s3:.')), clock);
    await failureOf(unusable.replace(refusal(403)), 'SOIL_LINK_EXPIRED', /begins with s3:\.$/);
  });

  it('passes on the error that keeps the service from giving a new one', async () => {
    for (const code of ['SOIL_AUTH', 'SOIL_UNAVAILABLE', 'SOIL_RATE_LIMITED', 'SOIL_LINK_EXPIRED'] as const) {
      const link = new DownloadLink({ url: 'https://a' }, renewals(new SoilError(code, 'because')), clock);
      await failureOf(link.replace(refusal(403)), code, /^because$/);
    }
  });
});

describe('a download whose link ends', () => {
  const scenario = DownloadScenario.inEachTest(content);
  const newLink = (name: string, seconds = 3600): JobResult => ({
    url: `${scenario.server.origin}/${name}?signature=secret`,
    expires: new Date(scenario.clock.now() + seconds * 1000).toISOString(),
  });

  for (const status of [400, 401, 403, 404, 410]) {
    it(`goes on with a new one in the middle, after status ${status}`, async () => {
      const { server } = scenario;
      server.answers.push({ cutAfter: 1500 }, { status });
      let renewed = 0;
      const link = newLink('second');
      const file = await scenario.download({ renew: () => Promise.resolve((renewed++, link)) });
      await scenario.assertWhole(file);
      assert.deepEqual(server.requests.map(({ path, range }) => [path, range]), [['/soil.zip', undefined], ['/soil.zip', 'bytes=1500-'], ['/second', 'bytes=1500-']]);
      assert.deepEqual([renewed, file.expires, file.resumed], [1, link.expires, 1]);
      assert.equal(scenario.delays.length, 1);
    });
  }

  it('gets as many new ones as it takes, while each of them brings something', async () => {
    for (let count = 0; count < 6; count++) scenario.server.answers.push({ cutAfter: 300 }, { status: 403 });
    await scenario.assertWhole(await scenario.download({ renew: () => Promise.resolve(newLink('next')) }));
  });

  it('asks for a new one before it begins if the end is near', async () => {
    const file = await scenario.download({ expires: newLink('x', 30).expires, renew: () => Promise.resolve(newLink('second')) });
    await scenario.assertWhole(file);
    assert.deepEqual(scenario.server.requests.map(({ path }) => path), ['/second']);
  });

  it('waits between new links that are refused as well, and then gives up', async () => {
    scenario.server.answers.push(...[403, 403, 403, 403].map((status) => ({ status })));
    let renewed = 0;
    await failureOf(scenario.download({ renew: () => Promise.resolve(newLink(`link-${++renewed}`)) }), 'SOIL_LINK_EXPIRED', /3 new links/);
    assert.deepEqual(scenario.server.requests.map(({ path }) => path), ['/soil.zip', '/link-1', '/link-2', '/link-3']);
    assert.equal(scenario.delays.length, 2);
    assert.deepEqual(await scenario.names(), []);
  });

  it('waits for a file that the storage host does not find yet', async () => {
    const { server } = scenario;
    server.answers.push(...Array.from({ length: 6 }, () => ({ status: 404 })));
    const file = await scenario.download({ renew: () => Promise.resolve(newLink('soil.zip')) });
    await scenario.assertWhole(file);
    assert.deepEqual([file.attempts, scenario.delays.length], [7, 5]);
  });

  it('has expired if that takes longer than 20 seconds, or than its patience', async () => {
    for (const [retryBudgetSeconds, most] of [[300, 7], [4, 3]] as const) {
      scenario.delays.length = 0;
      scenario.server.answers.push(...Array.from({ length: 20 }, () => ({ status: 404 })));
      await failureOf(scenario.download({ retryBudgetSeconds, renew: () => Promise.resolve(newLink('soil.zip')) }), 'SOIL_LINK_EXPIRED', /404, and the service gives the same link again/);
      assert.ok(scenario.delays.length > 2 && scenario.delays.length <= most, String(scenario.delays.length));
      scenario.server.answers.length = 0;
    }
  });

  it('goes on after odd answers about its job, with pauses that grow', async () => {
    const { server } = scenario;
    server.answers.push({ cutAfter: 1500 }, ...Array.from({ length: 4 }, () => ({ status: 403 })));
    const answers = [new SoilError('SOIL_RESPONSE', 'An HTML page came.', { status: 200 }), new SoilError('SOIL_REQUEST', 'Not found.', { status: 404 }), new JobAtWork('SOIL_LINK_EXPIRED', 'At work again.')];
    const file = await scenario.download({ renew: () => (answers.length > 0 ? Promise.reject(answers.shift()!) : Promise.resolve(newLink('second'))) });
    await scenario.assertWhole(file);
    assert.equal(file.resumed, 1);
    assert.deepEqual(scenario.delays.slice(1).map(({ seconds }) => seconds), [0.75, 1.5, 3]);
  });

  it('ends with the last error if these go on for longer than its patience, and keeps what it has', async () => {
    const { server } = scenario;
    server.answers.push({ cutAfter: 1500 }, ...Array.from({ length: 4 }, () => ({ status: 403 })));
    const page = new SoilError('SOIL_RESPONSE', 'An HTML page came.', { status: 200 });
    const error = await failureOf(scenario.download({ retryBudgetSeconds: 8, renew: () => Promise.reject(page) }, { smallBytes: 0 }), 'SOIL_LINK_EXPIRED', /gave no new one: An HTML page came\. Send msg\.soil\.job to soil-wait again/);
    assert.equal(error.cause.status, 200);
    assert.deepEqual(await scenario.names(), ['soil.zip.part', 'soil.zip.part.json']);
  });

  it('has expired if there is nobody to ask', async () => {
    scenario.server.answers.push({ status: 410 });
    const error = await failureOf(scenario.download({ expires: newLink('x', -5).expires }), 'SOIL_LINK_EXPIRED', /had expired/);
    assert.equal(error.cause.status, 410);
  });
});
