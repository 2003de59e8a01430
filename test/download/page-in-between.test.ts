import assert from 'node:assert/strict';
import { DownloadScenario, failureOf, zipOf } from './download-scenario';
import type { Answer } from './file-server';

const content = zipOf(5000);
const page: Answer = { status: 200, body: '<html><title>Log in</title></html>', headers: { 'content-type': 'text/html', etag: '"page"' } };

describe('what came of a file before something else is answered', () => {
  const scenario = DownloadScenario.inEachTest(content, 0);

  /** One that goes on after one break, and not after another. */
  const impatient = (): Promise<unknown> => scenario.download({ retryBudgetSeconds: 1 });

  /** The next download asks for the rest alone. */
  async function assertKept(): Promise<void> {
    assert.deepEqual(await scenario.names(), ['soil.zip.part', 'soil.zip.part.json']);
    scenario.server.requests.length = 0;
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual(scenario.server.requests.map(({ range }) => range), ['bytes=2000-']);
  }

  for (const [what, instead] of [
    ['a login page', page],
    ['a login page of no announced length', { ...page, length: 'chunked' }],
    ['nothing at all', { status: 200, body: '' }],
    ['too little for a zip', { status: 200, body: 'OK' }],
  ] as [string, Answer][]) {
    it(`stays if that is ${what}`, async () => {
      scenario.server.answers.push({ cutAfter: 2000 }, instead);
      await failureOf(impatient(), 'SOIL_ARCHIVE', /is not a zip file/);
      await assertKept();
    });
  }

  it('stays for a later attempt, however often that gets a page', async () => {
    scenario.server.answers.push({ cutAfter: 2000 }, page, page, page);
    await failureOf(impatient(), 'SOIL_ARCHIVE');
    await failureOf(impatient(), 'SOIL_ARCHIVE', /It says: Log in/);
    await assertKept();
  });

  it('is gone on with by itself once the page has passed, wherever that is cut', async () => {
    scenario.server.answers.push({ cutAfter: 2000 }, page, { ...page, cutAfter: 3 }, { ...page, cutAfter: 10 });
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual([file.attempts, file.resumed, scenario.delays.length], [5, 1, 4]);
  });

  it('stays if the rest is refused, and the whole as well', async () => {
    scenario.server.answers.push({ cutAfter: 2000 }, { status: 405 }, { status: 405 });
    await failureOf(scenario.download(), 'SOIL_DOWNLOAD', /answered 405/);
    await assertKept();
  });

  it('stays if another part comes, and then a page', async () => {
    const other = { status: 206, body: 'x'.repeat(10), headers: { 'content-range': 'bytes 0-9/10' } };
    scenario.server.answers.push({ cutAfter: 2000 }, other, page);
    await failureOf(impatient(), 'SOIL_ARCHIVE', /is not a zip file/);
    await assertKept();
  });

  it('goes once the whole file comes in its place, also if that breaks off', async () => {
    scenario.server.answers.push({ cutAfter: 2000 }, { status: 405 }, { status: 503 }, { cutAfter: 1000 });
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual(scenario.server.requests.map(({ range }) => range), [undefined, 'bytes=2000-', undefined, undefined, 'bytes=1000-']);
  });

  it('does not stay if nothing says which file it is of', async () => {
    scenario.server.etag = undefined;
    scenario.server.answers.push({ cutAfter: 2000 }, page);
    await failureOf(impatient(), 'SOIL_ARCHIVE', /is not a zip file/);
    assert.deepEqual(await scenario.names(), []);
  });
});
