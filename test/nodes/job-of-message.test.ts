import assert from 'node:assert/strict';
import path from 'node:path';
import { writtenZip } from '../records/written-zip';
import { oneNode } from './one-node';
import { sendJson } from './service-stand-in';

describe('The job that soil-wait waits for', () => {
  const start = oneNode();
  const asked = async (msg: object): Promise<string | undefined> => {
    const result = { url: 'https://files.example.com/a.zip' };
    const { flow, service } = await start('soil-wait', { firstPoll: 0.02 }, (_, response) => sendJson(response, 200, { actionStatus: 'Completed', result }));
    flow.send('node', msg);
    await flow.message('out');
    return service.requests.at(-1)?.path;
  };

  it('is that of the message, of the kind that it states', async () => {
    assert.equal(await asked({ payload: 'another', soil: { job: { id: 'a-1', kind: 'area' } } }), '/v1/soil-data-by-area-queries/a-1');
  });

  it('is that of the message even if the payload is a text that could not name a job', async () => {
    assert.equal(await asked({ payload: '{"id": "another"}', soil: { job: { id: 'a-1' } } }), '/v1/soil-data-by-geometry/queries/a-1');
  });

  it('is otherwise the one in the payload, by geometry if only its identifier is there', async () => {
    assert.equal(await asked({ payload: ' a-2 ' }), '/v1/soil-data-by-geometry/queries/a-2');
  });

  for (const [where, msg] of [['in the message', { payload: 'another', soil: { job: { id: 41 } } }], ['in the payload', { payload: 41 }]] as const) {
    it(`may be named by a number ${where}, as a function node does`, async () => {
      assert.equal(await asked(msg), '/v1/soil-data-by-geometry/queries/41');
    });
  }

  it('is never another one than the message names', async () => {
    const { flow, service } = await start('soil-wait', {}, (_, response) => sendJson(response, 200, {}));
    for (const [index, job] of [{ id: {} }, 'a-1', { id: '', url: 7 }].entries()) {
      flow.send('node', { payload: 'another', soil: { job } });
      const { error } = await flow.error(index);
      assert.deepEqual([error.code, /^msg\.soil\.job names no job to wait for/.test(error.message)], ['SOIL_CONFIG', true]);
    }
    assert.deepEqual(service.requests, []);
  });

  for (const id of [' a-1 ', 'größe-1', '{base}/v1/soil-data-by-area-queries/a-1']) {
    it(`is no longer waited for if a message to cancel names it as the message that waits does: ${id}`, async () => {
      const { flow, service } = await start('soil-wait', { firstPoll: 600, maxPoll: 600 }, () => undefined);
      const job = { id: id.replace('{base}', service.baseUrl) };
      flow.send('node', { payload: 'another' });
      flow.send('node', { soil: { job } });
      await flow.shows('node', { fill: 'blue', shape: 'dot', text: 'polling 2' });
      flow.send('node', { soilAction: 'cancel', soil: { job } });
      assert.equal((await flow.error()).error.code, 'SOIL_CANCELLED');
      await flow.shows('node', { fill: 'blue', shape: 'dot', text: 'polling 1' });
    });
  }

  it('is also the one that soil-submit gave as its payload, if a broker brought only that', async () => {
    const { flow, service } = await start('soil-wait', { firstPoll: 0.02 }, (_, response) => sendJson(response, 200, { actionStatus: 'Completed', result: { url: 'https://files.example.com/a.zip' } }));
    const url = `${service.baseUrl}/v1/soil-data-by-area-queries/a-3`;
    flow.send('node', { payload: { id: 'a-3', url, kind: 'area', status: 'Running', description: '', polls: 0 } });
    assert.equal((await flow.message('out')).payload, 'https://files.example.com/a.zip');
    assert.equal(service.requests.at(-1)?.path, '/v1/soil-data-by-area-queries/a-3');
  });

  it('is also the one that the service itself names, if an http request node asked it', async () => {
    const { flow, service } = await start('soil-wait', { firstPoll: 0.02 }, (_, response) => sendJson(response, 200, { actionStatus: 'Completed', result: { url: 'https://files.example.com/a.zip' } }));
    const url = `${service.baseUrl}/v1/soil-data-by-area-queries/a-3`;
    for (const [index, payload] of [{ Location: url }, { id: url, type: 'QueryJob', actionStatus: 'Active' }].entries()) {
      flow.send('node', { payload });
      await flow.message('out', index);
      assert.equal(service.requests.at(-1)?.path, '/v1/soil-data-by-area-queries/a-3');
    }
    flow.send('node', { payload: JSON.stringify({ Location: url }) });
    assert.match((await flow.error()).error.message, /^No job to wait for: msg\.payload is JSON text\. Put a json node in front/);
  });

  it('is nothing that has an identifier but no address', async () => {
    const { flow, service } = await start('soil-wait', {}, (_, response) => sendJson(response, 200, {}));
    for (const [index, payload] of [{ id: 'field-7', name: 'north' }, ' '].entries()) {
      flow.send('node', { payload });
      assert.match((await flow.error(index)).error.message, /^No job to wait for: connect soil-submit, or send a job with its url, /);
    }
    assert.deepEqual(service.requests, []);
  });
});

describe('The status of soil-wait', () => {
  const start = oneNode();

  it('tells how many messages wait, and how many are done', async () => {
    let isDone = false;
    const completed = { actionStatus: 'Completed', result: { url: 'https://files.example.com/a.zip' } };
    const { flow } = await start('soil-wait', { firstPoll: 0.02, maxPoll: 0.05 }, (request, response) =>
      sendJson(response, 200, isDone || request.url?.endsWith('/quick') ? completed : { actionStatus: 'ActiveActionStatus' }),
    );
    flow.send('node', { payload: 'slow' });
    await flow.shows('node', { fill: 'blue', shape: 'dot', text: 'polling 1' });
    flow.send('node', { payload: 'quick' });
    await flow.shows('node', { fill: 'blue', shape: 'dot', text: 'polling 1 · 1 done' });
    isDone = true;
    await flow.shows('node', { fill: 'green', shape: 'dot', text: '2 done' });
  });
});

describe('A job at another service', () => {
  const start = oneNode();

  it('is named as such under the node: its service is not asked', async () => {
    const { flow, service } = await start('soil-wait', {}, (_, response) => sendJson(response, 200, {}));
    flow.send('node', { payload: 'https://before.example/v1/soil-data-by-geometry/queries/a-1' });
    await flow.shows('node', { fill: 'red', shape: 'ring', text: 'other service' });
    const { error } = await flow.error();
    assert.match(error.message, /^The job address is at https:\/\/before\.example, not at the service's /);
    assert.equal(error.code, 'SOIL_CONFIG');
    assert.deepEqual(service.requests, []);
  });

  it('is told apart from a malformed identifier, such as one in quotes: that is a fault of the message, too', async () => {
    const { flow, service } = await start('soil-wait', {}, (_, response) => sendJson(response, 200, {}));
    flow.send('node', { payload: '"a-1"' });
    await flow.shows('node', { fill: 'red', shape: 'ring', text: 'input or settings' });
    const { error } = await flow.error();
    assert.deepEqual([error.code, / is not the address of a job\. /.test(error.message)], ['SOIL_CONFIG', true]);
    assert.deepEqual(service.requests, []);
  });
});

describe('The job whose file soil-download fetches', () => {
  const start = oneNode();

  it('is not known if its identifier or address is not a text: then only the link counts', async () => {
    const zip = await writtenZip({ 'a.txt': 'a' });
    const { flow, service } = await start('soil-download', {}, (_, response) => response.writeHead(200, { 'content-length': zip.length }).end(zip));
    for (const [index, job] of [{ id: {}, url: {} }, { id: ['a-1'], result: { expires: {} } }, 'a-1'].entries()) {
      flow.send('node', { payload: `${service.baseUrl}/a.zip`, soil: { job } });
      const { payload, soil } = await flow.message('out', index);
      assert.match(path.basename(payload as string), /^soil-data-link-[0-9a-f]{8}\.zip$/, JSON.stringify(job));
      assert.deepEqual([soil?.file?.path, soil?.file?.bytes, soil?.source], [payload, zip.length, undefined]);
    }
    await flow.shows('node', { fill: 'green', shape: 'dot', text: `${zip.length} bytes` });
  });
});
