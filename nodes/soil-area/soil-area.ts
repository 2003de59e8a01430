import type { Node, NodeAPI, NodeDef } from 'node-red';
import { areaFeature } from '../../src/geometry/area-feature';
import { readArea } from '../../src/geometry/read-area';
import { flagSetting } from '../runtime/flag-setting';
import { handleInput } from '../runtime/input-handler';
import { NodeStatus } from '../runtime/node-status';
import { ServiceUse } from '../runtime/service-use';
import { extendSoil, soilPart, type SoilMessage } from '../runtime/soil-message';
import { shownArea } from '../runtime/shown-figures';

interface SoilAreaConfig extends NodeDef {
  area?: string;
  areaType?: string;
  splitBySize?: unknown;
  service?: string;
}

/** Area types whose text is the area itself; the others say where the area stands. */
const LITERAL = new Set(['wkt', 'geojson', 'map']);

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: SoilAreaConfig): void {
    RED.nodes.createNode(this, config);
    const use = new ServiceUse(RED, this, config.service);
    const status = new NodeStatus(RED, this, use.synthetic);

    const shape = (msg: SoilMessage): Promise<unknown> => {
      const type = config.areaType || 'msg';
      if (LITERAL.has(type)) return Promise.resolve(config.area);
      return new Promise((resolve, reject) => {
        RED.util.evaluateNodeProperty(config.area || 'payload', type, this, msg, (error, value) => (error ? reject(error) : resolve(value)));
      });
    };

    handleInput(
      this,
      status,
      async (msg) => {
        const split = flagSetting('splitBySize', config.splitBySize, false);
        const area = await readArea(await shape(msg), { syncThreshold: use.syncThreshold });
        extendSoil(msg, { query: { ...soilPart(msg).query, geometry: area.wkt }, area: area.description });
        msg.payload = areaFeature(area);
        const merged = area.changes.find(({ key }) => key === 'geometriesMerged')?.values;
        const size = { area: shownArea(area.description.hectares) };
        if (merged) status.show('done', 'areasMerged', { ...size, number: Number(merged.number) });
        else status.show('done', 'area', size);
        if (!split) return msg;
        return area.description.retrieval === 'sync' ? [msg, null] : [null, msg];
      },
      () => use.release(),
    );
  }

  RED.nodes.registerType('soil-area', construct);
};
