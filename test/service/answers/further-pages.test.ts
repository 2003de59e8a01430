import assert from 'node:assert/strict';
import { furtherPages, pagesInHeaders } from '../../../src/service/answers/further-pages';
import type { SoilService } from '../../../src/service/soil-service';
import { ScriptedService } from '../scripted-service';

const item = { identifier: 1, name: 'Clay' };
const list = { type: 'ItemList', items: [item] };
/** As section 2.4 has them. */
const nested = (inner: object): object => ({ type: 'ItemList', items: { ...list, ...inner } });

describe('What an answer says of further pages', () => {
  it('is found in the inner list of section 2.4 as in the outer one', () => {
    for (const inner of [{ totalItems: 50 }, { numberOfItems: 50 }, { meta: { total: 50 } }]) {
      for (const answer of [nested(inner), { ...list, ...inner }, { DataSet: { ...list, ...inner } }]) assert.deepEqual(furtherPages(answer as never), { hasNext: false, total: 50 }, JSON.stringify(answer));
    }
    for (const [outer, meta] of [[50, 70], [70, 50]]) assert.deepEqual(furtherPages({ ...list, totalItems: outer, meta: { total: meta } }), { hasNext: false, total: 70 });
    for (const inner of [{ next: '/2' }, { 'hydra:view': { 'hydra:next': '/2' } }]) assert.deepEqual(furtherPages(nested(inner) as never), { hasNext: true }, JSON.stringify(inner));
    assert.deepEqual(furtherPages({ items: [list, { ...list, next: '/2' }] }), { hasNext: true });
  });

  it('is a next page, in any of the ways in which services announce one', () => {
    const told = [{ links: { next: '/2' } }, { links: { next: { href: '/2' } } }, { hasMore: true }, { has_more: 'true' }, { nextPageToken: 'CAEQ' }, { nextCursor: 'b2Zm' }, { nextPage: 2 }, { pageInfo: { hasNextPage: true, endCursor: 'x' } }, { truncated: true }, { meta: { isTruncated: 'true' } }, { exceededTransferLimit: true }, { links: [{ rel: 'next', method: 'POST' }] }, { truncated: false, next: '/2' }];
    for (const more of told) assert.deepEqual(furtherPages({ ...list, ...more }), { hasNext: true }, JSON.stringify(more));
    for (const pagination of [{ page: 1, totalPages: 5 }, { totalPages: 5 }, { page: 0, total_pages: 2 }, { current_page: 1, page_count: 2 }]) {
      for (const answer of [{ ...list, pagination }, { ...list, meta: { pagination } }, { ...list, ...pagination }]) assert.deepEqual(furtherPages(answer as never), { hasNext: true }, JSON.stringify(answer));
    }
  });

  it('is nothing if that was the last page, or if the numbers are about something else', () => {
    const told = [{ links: { next: null, self: '/1' } }, { links: [{ rel: 'next', href: null }] }, { truncated: false }, { hasMore: false }, { has_more: 'false' }, { nextPageToken: '' }, { nextCursor: null }, { nextPage: 0 }, { pageInfo: { hasNextPage: false } }, { hasMore: false, nextCursor: 'abc' }, { isLast: true, nextPageToken: 'abc' }, { pageInfo: { hasNextPage: false, next: 'x' } }];
    const pages = [{ pagination: { page: 1, totalPages: 1 } }, { page: 0, totalPages: 1 }, { pagination: { page: 5, totalPages: 5 } }, { statistics: { total: 50 } }, { dataset: { total: 50, name: 'x' } }, { meta: { total: { cells: 50 } } }];
    for (const last of [...told, ...pages]) assert.deepEqual(furtherPages({ ...list, ...last }), { hasNext: false }, JSON.stringify(last));
    assert.deepEqual(furtherPages({ DataSet: { identifier: 1, data: [1, 2], numberOfItems: 300 } }), { hasNext: false });
    assert.deepEqual(furtherPages({ items: [{ ...item, totalItems: 50, next: '/2' }] }), { hasNext: false });
  });

  it('may be in headers as well', () => {
    assert.deepEqual(pagesInHeaders({ 'x-total-count': '50' }), { hasNext: false, total: 50 });
    assert.deepEqual(pagesInHeaders({ 'x-total-count': 'many' }), { hasNext: false });
  });
});

describe('A list of which only the first page came', () => {
  let server: ScriptedService;
  beforeEach(async () => {
    server = await ScriptedService.start();
  });
  afterEach(() => server.close());

  async function remarks(read: (client: SoilService, onRemark: (remark: string) => void) => Promise<unknown>): Promise<string[]> {
    const said: string[] = [];
    await read(server.connect(), (remark) => said.push(remark));
    return said;
  }

  it('is reported for soil properties and for datasets', async () => {
    server.on('POST /v1/soil-properties/queries', { body: nested({ numberOfItems: 50 }) });
    server.on('GET /v1/datasets', { body: { DataSet: [item] }, headers: { 'x-total-count': '50' } });
    const all = [
      await remarks((client, onRemark) => client.soilProperties({ geometry: 'POINT (10 50)' }, { onRemark })),
      await remarks((client, onRemark) => client.allDatasets({ onRemark })),
    ];
    for (const said of all) assert.deepEqual(said, ['The service says that there is more than it sent: 1 of 50. Further pages are not read: narrow the search.']);
  });

  it('counts what is left out among what came', async () => {
    server.on('GET /v1/datasets', { body: { DataSet: [item, { name: 'without an identifier' }], numberOfItems: 2 } });
    const said = await remarks((client, onRemark) => client.allDatasets({ onRemark }));
    assert.deepEqual(said.map((remark) => /more than came/.test(remark)), [false]);
  });
});
