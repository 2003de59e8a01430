import assert from 'node:assert/strict';

interface Node {
  id: string;
  type: string;
  [setting: string]: unknown;
}

interface Upstream {
  area?: { text: string; from: Node };
  spatialFilters: number[];
  soilProperties: number[];
}

/** Required, not imported: its types are those of the editor, which are not known here. */
const { lookUpstream } = require('../../nodes/editor/upstream') as { lookUpstream: (node: Node) => Upstream };

/** Nodes and wires as the editor has them: a wire for each port that leads to a node. Counts how often the wires to a node are looked for. */
class Flow {
  looks = 0;
  private readonly nodes = new Map<string, Node>();
  private readonly wires: { source: Node; target: Node }[] = [];

  node(id: string, type: string, settings: object, ...sources: Node[]): Node {
    const node = { id, type, ...settings };
    this.nodes.set(id, node);
    for (const source of sources) this.wire(source, node);
    return node;
  }

  wire(source: Node, target: Node): void {
    this.wires.push({ source, target });
  }

  open(): void {
    const filterLinks = ({ target }: { target: Node }): { source: Node }[] => {
      this.looks += 1;
      return this.wires.filter((wire) => wire.target === target);
    };
    Object.assign(globalThis, { RED: { nodes: { filterLinks, node: (id: string) => this.nodes.get(id) ?? null } } });
  }
}

describe('What the nodes upstream of a node determine', () => {
  let flow: Flow;
  beforeEach(() => (flow = new Flow()));
  after(() => void delete (globalThis as { RED?: unknown }).RED);

  it('is looked for once at each of them, however many paths lead there', () => {
    const area = flow.node('area', 'soil-area', { areaType: 'wkt', area: 'POINT (5 52)' });
    let last = area;
    // Each switch has three ports, all of them wired to the next node.
    for (let i = 0; i < 12; i++) last = flow.node(`switch ${i}`, 'switch', {}, last, last, last);
    flow.open();
    assert.deepEqual(lookUpstream(last).area, { text: 'POINT (5 52)', from: area });
    assert.equal(flow.looks, 13);
  });

  it('is the area that an inject node sends, even if soil-area leaves its field empty, which means the payload', () => {
    const inject = flow.node('inject', 'inject', { payload: 'POINT (5 52)', payloadType: 'str' });
    for (const area of ['payload', '', ' payload ']) {
      const node = flow.node('area', 'soil-area', { areaType: 'msg', area }, inject);
      const data = flow.node('data', 'soil-data', {}, node);
      flow.open();
      assert.deepEqual(lookUpstream(data).area, { text: 'POINT (5 52)', from: node }, JSON.stringify(area));
    }
  });

  it('is not an area that an environment variable holds', () => {
    const area = flow.node('area', 'soil-area', { areaType: 'wkt', area: '${FIELD}' });
    const data = flow.node('data', 'soil-data', {}, area);
    flow.open();
    assert.equal(lookUpstream(data).area, undefined);
  });

  it('is nothing that comes from a disabled node, or through one', () => {
    const tried = flow.node('tried', 'soil-area', { areaType: 'wkt', area: 'POINT (5 52)', d: true });
    const used = flow.node('used', 'soil-area', { areaType: 'wkt', area: 'POINT (6 52)' });
    const far = flow.node('far', 'soil-area', { areaType: 'wkt', area: 'POINT (7 52)' });
    const off = flow.node('off', 'change', { d: true }, far);
    const data = flow.node('data', 'soil-data', {}, tried, used);
    const cut = flow.node('cut', 'soil-data', {}, off);
    flow.open();
    assert.equal(lookUpstream(data).area?.from, used);
    assert.equal(lookUpstream(cut).area, undefined);
  });

  it('comes through junctions and link nodes, even if they lead in a circle', () => {
    const area = flow.node('area', 'soil-area', { areaType: 'wkt', area: 'POINT (5 52)' });
    const junction = flow.node('junction', 'junction', {}, area);
    const out = flow.node('out', 'link out', { links: ['in'] }, junction);
    const link = flow.node('in', 'link in', { links: ['out', 'of a deleted node'] });
    const data = flow.node('data', 'soil-data', {}, link);
    const [one, other] = [flow.node('one', 'junction', {}, link), flow.node('other', 'junction', {})];
    flow.wire(one, other);
    flow.wire(other, one);
    flow.wire(other, out);
    // A link call node waits for the answer of its links: nothing comes from them into it.
    const call = flow.node('call', 'link call', { links: ['out'] });
    const answered = flow.node('answered', 'soil-data', {}, call);
    flow.open();
    assert.equal(lookUpstream(data).area?.from, area);
    assert.equal(lookUpstream(answered).area, undefined);
  });

  it('is what the nearest node settles, each by itself', () => {
    const far = flow.node('far', 'soil-area', { areaType: 'wkt', area: 'POINT (5 52)' });
    const properties = flow.node('properties', 'soil-discover', { resource: 'soil-properties', select: 'chosen', chosen: [1] }, far);
    const filters = flow.node('filters', 'soil-discover', { resource: 'spatial-filters', select: 'chosen', chosen: [{ identifier: 2, name: 'Country' }] }, properties);
    const nearer = flow.node('nearer', 'soil-discover', { resource: 'soil-properties', select: 'chosen', chosen: [3] }, filters);
    const near = flow.node('near', 'soil-area', { areaType: 'wkt', area: 'POINT (6 52)' }, nearer);
    const data = flow.node('data', 'soil-data', {}, near);
    flow.open();
    const { area, ...chosen } = lookUpstream(data);
    assert.deepEqual([area?.from, chosen], [near, { spatialFilters: [2], soilProperties: [3] }]);
    assert.equal(lookUpstream(nearer).area?.from, far);
  });

  it('is nothing that the node itself settles, though its messages come round to it again', () => {
    const submit = flow.node('submit', 'soil-submit', { spatialFilters: [1], soilProperties: [2] });
    flow.wire(flow.node('again', 'switch', {}, submit), submit);
    flow.open();
    assert.deepEqual(lookUpstream(submit), { spatialFilters: [], soilProperties: [] });
  });

  it('is nothing that soil-discover chose before it was told to select otherwise', () => {
    const discover = flow.node('discover', 'soil-discover', { resource: 'soil-properties', select: 'all', chosen: [1] });
    const submit = flow.node('submit', 'soil-submit', { soilProperties: [4], spatialFilters: [] }, discover);
    const data = flow.node('data', 'soil-data', {}, submit);
    flow.open();
    assert.deepEqual(lookUpstream(submit), { spatialFilters: [], soilProperties: [] });
    assert.deepEqual(lookUpstream(data), { spatialFilters: [], soilProperties: [4] });
  });

  it('is the area of an inject node even behind a junction, but not behind a node that may change it', () => {
    const inject = flow.node('inject', 'inject', { payload: 'POINT (5 52)', payloadType: 'str' });
    for (const [type, text] of [['junction', 'POINT (5 52)'], ['change', undefined]] as const) {
      const data = flow.node('data', 'soil-data', {}, flow.node('area', 'soil-area', { areaType: 'msg', area: 'payload' }, flow.node('between', type, {}, inject)));
      flow.open();
      assert.equal(lookUpstream(data).area?.text, text, type);
    }
  });

  it('is not what an inject node sends as a number or a date', () => {
    for (const [payloadType, text] of [['json', '{"lat": 52, "lon": 5}'], ['str', 'POINT (5 52)'], ['num', undefined], ['date', undefined]] as const) {
      const inject = flow.node('inject', 'inject', { payload: text ?? '5', payloadType });
      const data = flow.node('data', 'soil-data', {}, flow.node('area', 'soil-area', { areaType: 'msg', area: 'payload' }, inject));
      flow.open();
      assert.equal(lookUpstream(data).area?.text, text, payloadType);
    }
  });
});
