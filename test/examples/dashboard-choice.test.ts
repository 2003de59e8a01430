import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { DebugMessages } from '../runtime/debug-messages';
import { NodeRedProcess } from '../runtime/node-red-process';
import { until } from '../time/until';
import { example, type FlowNode } from './example';

const FIELDS = ['north field', 'hill field'];

/** The example without the nodes of the dashboard: buttons choose the field, and a debug node shows what would be drawn. */
function withoutWidgets(flow: FlowNode[]): FlowNode[] {
  const kept = flow.filter(({ type }) => !type.startsWith('ui-') && type !== 'global-config');
  const named = (name: string): FlowNode => kept.find((node) => node.name === name)!;
  const { z } = named('keep the records');
  named('keep the records')['wires'] = [['drawn']];
  const buttons = FIELDS.map((payload) => ({ id: payload.replace(' ', '-'), type: 'inject', z, name: payload, payload, payloadType: 'str', props: [{ p: 'payload' }], wires: [[named('area of the field').id]] }));
  return [...kept.filter(({ type }) => type !== 'inject'), ...buttons, { id: 'drawn', type: 'debug', z, active: true, tosidebar: true, complete: 'soil.area.centroid[0] & ($count(payload) > 0 ? " with soil" : " empty")', targetType: 'jsonata', wires: [] }];
}

describe('The example soil dashboard, when a field is chosen while another one is requested', function () {
  this.timeout(120_000);
  let sandbox: Sandbox;
  /** Stands in front of the sandbox and holds answers back. */
  let door: Server;
  const held: ((status: number) => void)[] = [];
  let holds = false;
  let nodeRed: NodeRedProcess;
  let debug: DebugMessages;

  before(async () => {
    sandbox = await startSandbox();
    const inside = new URL(sandbox.baseUrl).origin;
    door = createServer((request, response) => void (async () => {
      const body = await text(request);
      const { method, headers: { authorization, 'content-type': type, accept } } = request;
      const headers = Object.entries({ authorization, 'content-type': type, accept }).filter((header): header is [string, string] => header[1] !== undefined);
      const answer = await fetch(inside + request.url!, { method: method!, headers, ...(body !== '' && { body }) });
      const content = await answer.text();
      const isHeld = holds && request.url!.endsWith('/soil-data-by-geometry');
      const status = isHeld ? await new Promise<number>((resolve) => held.push(resolve)) : answer.status;
      response.writeHead(status, { 'content-type': answer.headers.get('content-type')! }).end(content);
      if (isHeld) response.once('close', () => door.emit('answered'));
    })());
    await once(door.listen(0, '127.0.0.1'), 'listening');
    const outside = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
    const flow = withoutWidgets(await example('soil dashboard'));
    const service = flow.find(({ type }) => type === 'soil-service')!;
    const { clientId, clientSecret } = sandbox;
    Object.assign(service, { mode: 'service', baseUrl: `${outside}/api`, authUrl: `${outside}/auth`, audience: `${sandbox.baseUrl}/` });
    nodeRed = await NodeRedProcess.start({ flow, credentials: { [service.id]: { clientId, clientSecret } } });
    debug = await DebugMessages.listen(nodeRed);
  });
  after(async () => {
    debug?.close();
    await nodeRed?.remove();
    door?.close();
    await sandbox?.close();
  });

  const choose = async (field: string): Promise<void> => void (await nodeRed.post(`/inject/${field.replace(' ', '-')}`, {}));

  for (const [what, status] of [['the answer', 200], ['the failure', 400]] as const) {
    it(`leaves out ${what} of the previous field, which comes late`, async () => {
      const before = (await debug.shown('drawn', 0)).length;
      holds = true;
      await choose('north field');
      await until(() => held.length === 1, 'the first field is asked for');
      holds = false;
      await choose('hill field');
      await debug.shown('drawn', before + 1);
      const answered = once(door, 'answered');
      for (const answer of held.splice(0)) answer(status);
      await answered;
      await choose('hill field');
      const drawn = (await debug.shown('drawn', before + 2)).slice(before).map(({ msg }) => msg);
      assert.deepEqual(drawn, ['5.6746264 with soil', '5.6746264 with soil']);
    });
  }
});
