import assert from 'node:assert/strict';
import { linkOf } from '../../nodes/soil-download/link-of';

const url = 'https://files.example.com/a.zip';
const result = { url, expires: '2026-03-01T12:30:00.000Z' };

describe('The link of a message', () => {
  const link = async (payload: unknown, ofJob?: object) => {
    const { url, expires } = await linkOf({ payload, soil: { job: { result: ofJob } } } as never, {} as never, {});
    return { url, expires };
  };

  it('is the one in the payload, with the end of the job only where it is the link of the job', async () => {
    assert.deepEqual(await link(url, result), result);
    assert.deepEqual(await link('https://files.example.com/b.zip', result), { url: 'https://files.example.com/b.zip', expires: undefined });
  });

  it('is else that of the job', async () => {
    assert.deepEqual(await link({ id: 'a-1' }, result), result);
    await assert.rejects(link('no link'), { code: 'SOIL_CONFIG', message: /^No download link/ });
  });
});
