import assert from 'node:assert/strict';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { writtenZip } from '../records/written-zip';
import { until } from '../time/until';
import { RunningFlow, runtime, type FlowNode } from './flow';
import { HEADER, out, readNode, row, rows, type ReadMessage } from './read-flow';

/** A node type of the test's own. */
const nodeType =
  (type: string, onInput: (this: Node, msg: never, send: (msg: unknown) => void, done: () => void) => void) =>
  (RED: NodeAPI): void => {
    RED.nodes.registerType(type, function (this: Node, config: NodeDef) {
      RED.nodes.createNode(this, config);
      this.on('input', onInput as never);
    });
  };

describe('soil-read in batches', () => {
  it('gives batches with msg.parts, each only when the flow has taken the one before', async () => {
    const zip = await writtenZip({ 'a.csv': rows(1000) });
    const slow: FlowNode = { id: 'slow', type: 'soil-slow', wires: [['out']] };
    const seen: string[] = [];
    const flow = await RunningFlow.start([readNode({ batch: 400, wires: [['slow']] }), slow, out], {
      modules: [
        nodeType('soil-slow', (msg: ReadMessage, send, done) => {
          seen.push(`in ${msg.parts?.index}`);
          setTimeout(() => {
            seen.push(`done ${msg.parts?.index}`);
            send(msg);
            done();
          }, 60);
        }),
      ],
    });
    try {
      flow.send('read', { payload: zip });
      const messages = [0, 1, 2].map((index) => flow.message('out', index) as unknown as Promise<ReadMessage>);
      const [first, second, third] = await Promise.all(messages);
      assert.deepEqual(
        [first, second, third].map((msg) => [msg!.payload.length, msg!.parts?.type, msg!.parts?.len, msg!.parts?.index, msg!.parts?.count]),
        [
          [400, 'array', 400, 0, undefined],
          [400, 'array', 400, 1, undefined],
          [200, 'array', 400, 2, 3],
        ],
      );
      assert.equal(new Set([first, second, third].map((msg) => msg!.parts?.id)).size, 1);
      assert.deepEqual(seen, ['in 0', 'done 0', 'in 1', 'done 1', 'in 2', 'done 2']);
      assert.equal(third!.soil.read.records, 1000);
    } finally {
      await flow.stop();
    }
  });

  it('says that invented data are invented, even if it has read real ones meanwhile', async () => {
    const [invented, real] = await Promise.all([rows(1200), rows(10).replaceAll(' (synthetic)', '')].map((content) => writtenZip({ 'a.csv': content })));
    const held: (() => void)[] = [];
    const gate: FlowNode = { id: 'gate', type: 'soil-gate', wires: [['out']] };
    const flow = await RunningFlow.start([readNode({ batch: 400, wires: [['gate']] }), gate, out], {
      modules: [
        nodeType('soil-gate', (msg: { topic?: string }, send, done) => {
          const pass = (): void => {
            send(msg);
            done();
          };
          if (msg.topic === 'invented' && held.length < 1) held.push(pass);
          else pass();
        }),
      ],
    });
    try {
      flow.send('read', { payload: invented, topic: 'invented', soil: { source: { datasets: [], retrieved: '2026-01-01T00:00:00.000Z', synthetic: true } } });
      await until(() => held.length === 1, 'the first batch');
      flow.send('read', { payload: real });
      await flow.shows('read', { fill: 'green', shape: 'dot', text: '10 records' });
      const before = flow.statuses('read').length;
      held[0]?.();
      await flow.shows('read', { fill: 'green', shape: 'dot', text: 'sandbox · 1,200 records' });
      assert.deepEqual(flow.statuses('read').slice(before).filter(({ text }) => !text.startsWith('sandbox · ')), []);
    } finally {
      await flow.stop();
    }
  });

  it('loses no time to a node of the old kind that sends each batch on at once', async () => {
    const old = (RED: NodeAPI): void =>
      RED.nodes.registerType('soil-old', function (this: Node, config: NodeDef) {
        RED.nodes.createNode(this, config);
        this.on('input', ((msg: object) => this.send(msg as never)) as never);
      });
    let taken = 0;
    const modern = nodeType('soil-modern', (_msg: object, _send, done) => {
      taken += 1;
      done();
    });
    const nodes = [readNode({ batch: 1, wires: [['old']] }), { id: 'old', type: 'soil-old', wires: [['modern']] }, { id: 'modern', type: 'soil-modern', wires: [] }];
    const flow = await RunningFlow.start(nodes, { modules: [old, modern] });
    try {
      flow.send('read', { payload: await writtenZip({ 'a.csv': rows(30) }) });
      await until(() => taken === 30, () => `Only ${taken} of 30 batches`, 20);
    } finally {
      await flow.stop();
    }
  });

  it('holds back its batches for no other message, even if a function node made both from one, with one identifier', async () => {
    const zip = await writtenZip({ 'a.csv': rows(2) });
    const nodes = [
      readNode({ batch: 1, wires: [['beside', 'out']] }),
      { id: 'beside', type: 'soil-beside', wires: [] },
      { id: 'other', type: 'soil-pass', wires: [['stuck']] },
      { id: 'stuck', type: 'soil-stuck', wires: [] },
      out,
    ];
    const flow: RunningFlow = await RunningFlow.start(nodes, {
      modules: [
        nodeType('soil-beside', (_msg: object, _send, done) => {
          flow.send('other', { _msgid: 'shared' });
          setTimeout(done, 20);
        }),
        nodeType('soil-pass', (msg: object, send, done) => {
          send(msg);
          done();
        }),
        nodeType('soil-stuck', (_msg: object, _send, _done) => undefined),
      ],
    });
    try {
      flow.send('read', { _msgid: 'shared', payload: zip });
      const [first, last] = (await Promise.all([flow.message('out', 0), flow.message('out', 1)])) as { _msgid?: string }[];
      assert.equal(last!._msgid, 'shared');
      assert.notEqual(first!._msgid, 'shared');
    } finally {
      await flow.stop();
    }
  });

  it('stops reading when it is closed in the middle of a sequence, and leaves no hook behind', async () => {
    const zip = await writtenZip({ 'a.csv': rows(1000) });
    const flow = await RunningFlow.start(
      [readNode({ batch: 1, wires: [['stuck', 'out']] }), { id: 'stuck', type: 'soil-stuck', wires: [] }, out],
      {
        modules: [nodeType('soil-stuck', (_msg: object, _send, _done) => undefined)],
      },
    );
    try {
      flow.send('read', { payload: zip });
      await flow.message('out', 0);
      const hooked = () => ['preDeliver', 'postReceive', 'onComplete'].filter((hook) => runtime.hooks.has(hook));
      assert.deepEqual(hooked(), ['preDeliver', 'postReceive', 'onComplete']);
      await flow.deployModified([out]);
      await until(() => hooked().length === 0, () => `hooked: ${hooked().join(', ')}`, 20);
      assert.equal(flow.messages('out').length, 1);
    } finally {
      await flow.stop();
    }
  });

  it('says of each batch alone what its shape could not take', async () => {
    const flow = await RunningFlow.start([readNode({ batch: 1, shape: 'influxdb' }), out]);
    try {
      flow.send('read', { payload: await writtenZip({ 'a.csv': `${HEADER}2,1,pH,PHAQ,0,10,7,pH,,CC0,Undated\n${row(1)}` }) });
      const told = await Promise.all([0, 1].map(async (index) => (await flow.message('out', index) as unknown as ReadMessage).soil.read.leftOut));
      assert.deepEqual(told, [['Records without a date, which InfluxDB would take for new: 1.'], undefined]);
    } finally {
      await flow.stop();
    }
  });
});
