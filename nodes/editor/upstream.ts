import { isLiteralArea } from '../soil-area/area-types';
import { knownIdentifiers, readChosen } from './fields/chosen';
import { isFromEnvironment } from './fields/from-environment';
import { settingText } from './fields/setting-text';

/** What the nodes in front of a node have already settled, as far as the editor can know. */
interface Upstream {
  /** The area as text, and the node that has it. */
  area?: { text: string; from: EditorNode };
  spatialFilters: number[];
  soilProperties: number[];
}

const RESOURCE_FIELD: Record<string, 'spatialFilters' | 'soilProperties'> = {
  'spatial-filters': 'spatialFilters',
  'soil-properties': 'soilProperties',
};

/** Walks the wires backwards, nearest node first: the nearest one that settles something counts. */
export function lookUpstream(node: EditorNode): Upstream {
  const found: Upstream = { spatialFilters: [], soilProperties: [] };
  const seen = new Set<EditorNode>([node]);
  for (let nodes = sourcesOf(node); nodes.length > 0; nodes = nodes.flatMap((source) => sourcesOf(source))) {
    // Each node once: every switch with two wires to the next node doubles the number of paths.
    nodes = [...new Set(nodes)].filter((source) => !seen.has(source));
    for (const source of nodes) {
      seen.add(source);
      settle(found, source);
    }
  }
  return found;
}

/** Nodes that only pass a message on, like a wire. */
const LIKE_WIRES = new Set(['junction', 'link in', 'link out']);

/**
 * The nodes whose messages come to a node: by wires, through junctions, and by link nodes, which know one another by their settings. None comes from a
 * disabled one.
 */
function sourcesOf(node: EditorNode, passed = new Set<EditorNode>()): EditorNode[] {
  passed.add(node);
  const linked = node.type === 'link in' && Array.isArray(node.links) ? node.links.map((id) => RED.nodes.node(String(id))) : [];
  const sources = [...RED.nodes.filterLinks({ target: node }).map((link) => link.source), ...linked.filter((source) => !!source)];
  return sources.filter((source) => !source.d && !passed.has(source)).flatMap((source) => (LIKE_WIRES.has(source.type) ? sourcesOf(source, passed) : [source]));
}

function settle(found: Upstream, source: EditorNode): void {
  if (source.type === 'soil-area' && !found.area) {
    const text = areaText(source);
    if (text) found.area = { text, from: source };
  }
  if (source.type === 'soil-discover' || source.type === 'soil-data' || source.type === 'soil-submit') {
    for (const field of ['spatialFilters', 'soilProperties'] as const) {
      const list = source.type === 'soil-discover' ? chosenFor(source, field) : source[field];
      if (found[field].length === 0) found[field] = knownIdentifiers(readChosen(list));
    }
  }
}

function chosenFor(discover: EditorNode, field: string): unknown {
  return discover.select === 'chosen' && RESOURCE_FIELD[String(discover.resource)] === field ? discover.chosen : [];
}

/** The area that a soil-area node holds, or that an inject node wired to it sends in its payload. What an environment variable holds is not known. */
function areaText(area: EditorNode): string | undefined {
  if (isFromEnvironment(area.area)) return undefined;
  if (isLiteralArea(area.areaType)) return settingText(area.area).trim() || undefined;
  if (area.areaType !== 'msg' || (settingText(area.area).trim() || 'payload') !== 'payload') return undefined;
  const inject = sourcesOf(area).find((source) => source.type === 'inject' && (source.payloadType === 'json' || source.payloadType === 'str'));
  return inject ? settingText(inject.payload).trim() || undefined : undefined;
}
