import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { SettingError } from '../../src/errors/setting-error';
import { foreignObject } from '../../src/foreign/foreign-value';
import { areaFeature } from '../../src/geometry/area-feature';
import { fingerprintOf } from '../../src/geometry/fingerprint';
import { geometryError } from '../../src/geometry/geometry-error';
import { readArea } from '../../src/geometry/read-area';
import { isJsonText, readSoilQuery } from '../../src/service/read-query';
import { ServiceUse } from '../runtime/service-use';
import { choiceSetting } from '../runtime/settings/choice-setting';
import { flagSetting } from '../runtime/settings/flag-setting';
import { givenValue } from '../runtime/settings/given-value';
import { textSetting } from '../runtime/settings/text-setting';
import { extendSoil, soilPart, type SoilMessage } from '../runtime/soil-message';
import { NodeStatus } from '../runtime/status/node-status';
import { areaFigure } from '../runtime/status/shown-figures';
import { handleThroughDeploys } from '../runtime/through-deploys';
import { AREA_TYPES, isLiteralArea } from './area-types';
import { assertInside, regionSetting } from './region-setting';

interface SoilAreaConfig extends NodeDef {
  area?: unknown;
  areaType?: string;
  within?: unknown;
  splitBySize?: unknown;
  service?: string;
}

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: SoilAreaConfig): void {
    RED.nodes.createNode(this, config);
    const use = new ServiceUse(RED, this, config.service);
    const status = new NodeStatus(RED, this, use.synthetic);

    const shape = async (msg: SoilMessage): Promise<unknown> => {
      const type = choiceSetting('Area', config.areaType, AREA_TYPES);
      if (isLiteralArea(type)) return writtenArea(config.area);
      const reference = { property: textSetting('Area', config.area) ?? 'payload', type };
      const given = await givenValue(RED, this, msg, reference);
      if (given === undefined || given === null) throw geometryError('noArea', { found: `${type}.${reference.property}` });
      // Other nodes share what a context holds, and may change it while it is read.
      return type === 'flow' || type === 'global' ? RED.util.cloneMessage(given as NodeMessage) : given;
    };

    handleThroughDeploys(
      RED,
      this,
      status,
      async (msg, { signal }) => {
        const split = flagSetting('Two outputs: small and large areas', config.splitBySize, false);
        const region = regionSetting(config.within);
        const { query } = soilPart(msg) as { query?: unknown };
        // An area alone, such as WKT, is replaced; with a request as JSON text or in a list, what it narrows would be lost without a word.
        if (isJsonText(query) || Array.isArray(query)) readSoilQuery(query);
        const area = await readArea(await shape(msg), { syncThreshold: use.syncThreshold, fingerprintOf, flow: this.id, signal });
        if (region) assertInside(area.description.bbox, region);
        const earlier = foreignObject(query);
        extendSoil(msg, { query: { ...earlier, geometry: area.wkt }, area: area.description });
        // What was not found in one area may exist in another.
        if (earlier?.geometry !== area.wkt) delete msg.soil!.selection;
        msg.payload = areaFeature(area);
        const merged = area.changes.find(({ key }) => key === 'geometriesMerged')?.values.number;
        const size = { area: areaFigure(area.description.hectares) };
        if (typeof merged === 'object' && 'figure' in merged) status.show('done', 'areasMerged', { ...size, number: merged.figure });
        else status.show('done', 'area', size);
        if (!split) return msg;
        return area.description.retrieval === 'sync' ? [msg, null] : [null, msg];
      },
      () => use.release(),
    );
  }

  RED.nodes.registerType('soil-area', construct);
};

/** The area that is written in the node itself. */
function writtenArea(area: unknown): unknown {
  const written = typeof area === 'string' ? textSetting('Area', area) : area;
  if (written !== undefined && written !== null) return written;
  throw new SettingError('Area', 'is empty: draw or write the area there, or choose "msg." in the menu at its left.');
}
