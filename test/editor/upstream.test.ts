import assert from 'node:assert/strict';

interface Node {
  id: string;
  type: string;
  [setting: string]: unknown;
}

/** Required, not imported: its types are those of the editor, which are not known here. */
const { lookUpstream } = require('../../nodes/editor/upstream') as { lookUpstream: (node: Node) => { area?: { text: string; from: Node } } };

/** Nodes and wires as the editor has them: a wire for each port that leads to a node. Counts how often the wires to a node are looked for. */
class Flow {
  looks = 0;
  private readonly wires: { source: Node; target: Node }[] = [];

  node(id: string, type: string, settings: object, ...sources: Node[]): Node {
    const node = { id, type, ...settings };
    for (const source of sources) this.wires.push({ source, target: node });
    return node;
  }

  open(): void {
    const filterLinks = ({ target }: { target: Node }): { source: Node }[] => {
      this.looks += 1;
      return this.wires.filter((wire) => wire.target === target);
    };
    Object.assign(globalThis, { RED: { nodes: { filterLinks } } });
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
});
