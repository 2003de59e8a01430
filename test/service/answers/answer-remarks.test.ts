import assert from 'node:assert/strict';
import { remarksIn, withHeaders } from '../../../src/service/answers/answer-remarks';

const of = (value: unknown, headers: Record<string, string> = {}): object => withHeaders(remarksIn(value, ['s3cret']), headers);

describe('What an answer says of itself', () => {
  it('is nothing in most of them', () => {
    const feeds = [[], {}, { dataFeedElement: [], errors: [], error: null, warning: '', next: null, _links: { next: { href: null } }, links: [{ rel: 'self' }, { rel: 'next', href: '' }] }, { type: 'DataFeed', status: 'ok', description: 'no error' }, 'text', null];
    for (const feed of feeds) assert.deepEqual(of(feed), { hasNext: false }, JSON.stringify(feed));
    assert.deepEqual(of({ code: 200, status: '200', success: true }), { hasNext: false });
  });

  it('is an error in its words, without secrets', () => {
    for (const [value, words] of [
      [{ error: 'internal error' }, 'internal error'],
      [{ errors: [{ message: 'dataset 7: timeout' }], dataFeedElement: [1] }, 'dataset 7: timeout'],
      [{ status: 500, message: 'upstream failed for s3cret' }, 'upstream failed for ***'],
      [{ statusCode: '404', title: 'Not found' }, 'Not found'],
      [{ success: false }, 'it gives no reason'],
      [{ error: true, message: 'no such tile' }, 'no such tile'],
      [{ status: 'error', message: 'no such tile' }, 'no such tile'],
      [{ status: 'Failure', message: 'no such tile' }, 'no such tile'],
      [{ code: 400, message: 'no such tile' }, 'no such tile'],
      [{ status: 'fail', data: { geometry: 'is open' } }, 'data: geometry: is open'],
      [{ status: 'fail', data: [{ value: 1 }] }, 'it gives no reason'],
      [{ error: true, errorMessage: 'no such tile' }, 'no such tile'],
      [{ error: 'Bad Request', details: ['ring 1 is open'] }, 'Bad Request: ring 1 is open'],
    ] as const) {
      assert.deepEqual(of(value), { hasNext: false, complaint: words }, JSON.stringify(value));
    }
  });

  it('is a warning, a next page, or how many entries there are in all', () => {
    assert.deepEqual(of({ warning: 'truncated to 1000 rows' }), { hasNext: false, warning: 'truncated to 1000 rows' });
    const pages = [{ next: 'https://a.example/2' }, { 'hydra:view': { 'hydra:next': '/2' } }, { links: [{ rel: 'self' }, { rel: 'next', href: '/2' }] }, { _links: { next: { href: '/2' } } }];
    for (const page of pages) assert.deepEqual(of(page), { hasNext: true }, JSON.stringify(page));
    for (const link of ['</2>; rel="next"', '</1>; rel=prev, </2>; rel=next']) assert.deepEqual(of([], { link }), { hasNext: true }, link);
    assert.deepEqual(of([], { link: '</2>; rel="nextstep"' }), { hasNext: false });
    for (const name of ['totalItems', 'hydra:totalItems', 'numberMatched', 'total']) assert.deepEqual(of({ [name]: 500 }), { hasNext: false, total: 500 }, name);
    assert.deepEqual(of([], { 'content-range': 'items 0-0/500' }), { hasNext: false, total: 500 });
    assert.deepEqual(of([], { 'content-range': 'items 0-0/*' }), { hasNext: false });
    for (const [inBody, inHeader] of [[500, '3'], [3, '500']] as const) assert.deepEqual(of({ total: inBody }, { 'x-total-count': inHeader }), { hasNext: false, total: 500 });
  });
});
