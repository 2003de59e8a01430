import assert from 'node:assert/strict';
import { ScriptedService } from './scripted-service';

describe('An error that comes with a 200', () => {
  let server: ScriptedService;
  ScriptedService.inEachTest((started) => (server = started));

  it('is not a dataset (4.4)', async () => {
    const operation = 'GET /v1/datasets/3';
    server.on(operation, { body: { error: 'Not there', details: 'Dataset 3 was withdrawn' } }, { body: { status: 'error', message: 'Catalogue offline' } });
    const message = 'Could not read dataset 3: the service answered with an error in place of data: ';
    await assert.rejects(server.connect().dataset(3), { code: 'SOIL_RESPONSE', message: `${message}Not there: Dataset 3 was withdrawn. Try again later, or ask the service.` });
    await assert.rejects(server.connect().dataset(3), { code: 'SOIL_RESPONSE', message: `${message}Catalogue offline. Try again later, or ask the service.` });
  });

  it('is not the status of a job (4.7)', async () => {
    const path = 'GET /v1/soil-data-by-geometry/queries/a-1';
    server.on(path, { body: { status: 500, error: 'Internal Server Error', message: 'Tile server down.' } }, { body: { status: '404', detail: 'No such query' } }, { body: { status: 200, state: 'Active' } }, { body: { name: 'x' } }, { body: { message: 'Under maintenance!' } }, { body: { status: 'error', message: 'Database timeout' } }, { body: { id: 'a-1', status: 'error', message: 'Disk full' } });
    const client = server.connect();
    const poll = (): Promise<{ status: string }> => client.pollJob(client.jobAddress('a-1'));
    await assert.rejects(poll(), { code: 'SOIL_RESPONSE', message: 'Could not read the status of the job: the service answered with an error in place of a status: Internal Server Error: Tile server down. Try again later, or ask the service.' });
    await assert.rejects(poll(), { code: 'SOIL_RESPONSE', message: /in place of a status: No such query\. Try again later, or ask the service\.$/ });
    assert.equal((await poll()).status, 'Active');
    await assert.rejects(poll(), { code: 'SOIL_RESPONSE', message: /neither actionStatus nor result\. Try again; if that does not help, check the "Service URL"/ });
    await assert.rejects(poll(), { code: 'SOIL_RESPONSE', message: /neither actionStatus nor result\. It says: Under maintenance\. Try again; / });
    await assert.rejects(poll(), { code: 'SOIL_RESPONSE', message: /in place of a status: Database timeout\. Try again later, or ask the service\.$/ });
    assert.equal((await poll()).status, 'error', 'that of a job has an id');
  });
});
