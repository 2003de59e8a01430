import assert from 'node:assert/strict';
import { messageName } from '../../../src/jobs/messages/message-name';

const feature = (name: unknown): object => ({ type: 'Feature', properties: { name }, geometry: null });

describe('The name of a message', () => {
  for (const [what, message, name] of [
    ['its topic', { topic: 'north field', field: 'another', payload: feature('a third') }, 'north field'],
    ['its topic, where that is a number', { topic: 7 }, '7'],
    ['its field, where it has no topic', { topic: ' ', field: 'north field' }, 'north field'],
    ['that of the Feature in its field', { topic: '', field: feature('north field') }, 'north field'],
    ['that of the Feature in its payload', { payload: feature('north field') }, 'north field'],
    ['that of the Feature that its area was given as', { payload: { id: '17' }, soil: { area: { feature: { properties: { name: 'north field' } } } } }, 'north field'],
    ['on one line', { topic: ' north\r\n\tfield\u0000 ' }, 'north field'],
    ['without the signed part of a link', { topic: 'https://a.example/f.zip?X-Amz-Signature=abc' }, 'https://a.example/f.zip'],
    ['at most eighty characters long', { topic: 'f'.repeat(1000) }, `${'f'.repeat(79)}…`],
  ] as const) {
    it(`is ${what}`, () => assert.equal(messageName(message), name));
  }

  it('is missing if nothing in the message names it', () => {
    const nameless = [{}, { payload: 'north field' }, { topic: {}, field: [], payload: { name: 'x' } }, { payload: feature(null) }, { payload: { type: 'Feature', properties: null } }, { topic: NaN }, { soil: { area: { feature: { id: 7 } } } }];
    for (const message of nameless) assert.equal(messageName(message), undefined, JSON.stringify(message));
  });
});
