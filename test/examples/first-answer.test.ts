import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { example } from './example';

describe('The example soil of a posted polygon', () => {
  it('answers a program once, whatever comes later, and nobody behind an inject node', async () => {
    const func = String((await example('soil of a posted polygon')).find(({ name }) => name === 'the first answer')?.['func']);
    const answered = (msg: object): unknown => runInNewContext(`(() => {${func}\n})()`, { msg });
    // Of one request, Node-RED passes the same response on with every message.
    const res = {};
    const [first, later] = [{ res, payload: 'topsoil' }, { res, payload: 'an error' }];
    assert.equal(answered(first), first);
    assert.equal(answered(later), null);
    assert.equal(answered({ payload: 'topsoil' }), null);
    const other = { res: {} };
    assert.equal(answered(other), other);
  });
});
