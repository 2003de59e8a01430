import assert from 'node:assert/strict';
import { extendSoil, soilPart, type SoilMessage } from '../../nodes/runtime/soil-message';

describe('msg.soil', () => {
  it('gets fields beside those that it has, without changing the object that others hold', () => {
    const soil = { query: { geometry: 'POINT (10 50)' }, mine: 1 };
    const msg = { _msgid: 'm1', soil } as SoilMessage;
    extendSoil(msg, { query: { geometry: 'POINT (11 50)' } });
    assert.deepEqual(msg.soil, { query: { geometry: 'POINT (11 50)' }, mine: 1 });
    assert.deepEqual(soil, { query: { geometry: 'POINT (10 50)' }, mine: 1 });
  });

  it('takes no field from a prototype that a message brings', () => {
    const msg = JSON.parse('{ "_msgid": "m1", "soil": { "__proto__": { "job": { "id": "not mine" } }, "mine": 1 } }') as SoilMessage;
    extendSoil(msg, { query: {} });
    assert.deepEqual(msg.soil, { mine: 1, query: {} });
    assert.equal(soilPart(msg).job, undefined);
  });
});
