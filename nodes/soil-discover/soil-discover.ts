import type { Node, NodeAPI, NodeDef } from 'node-red';
import { SoilError } from '../../src/errors/soil-error';
import { wholeNumberOf } from '../../src/foreign/foreign-value';
import type { SoilQuery } from '../../src/service/query';
import type { Dataset, DatasetCatalog } from '../../src/service/resources';
import type { CallOptions, SoilService } from '../../src/service/soil-service';
import { askedOf } from '../runtime/request-begins';
import { ServiceUse } from '../runtime/service-use';
import { choiceSetting } from '../runtime/settings/choice-setting';
import { flagSetting } from '../runtime/settings/flag-setting';
import { queryOf } from '../runtime/settings/query-settings';
import { textSetting } from '../runtime/settings/text-setting';
import { extendSoil, markSynthetic, soilPart, type SoilMessage } from '../runtime/soil-message';
import { showNoData } from '../runtime/status/no-data';
import { NodeStatus } from '../runtime/status/node-status';
import { handleThroughDeploys } from '../runtime/through-deploys';
import { RESOURCES } from './choices';
import { putFound, type FoundList, type QueryField } from './found-items';
import { extendSource, lockedDataset, sourceOfFound } from './found-sources';
import { looksForSome, selectItems, type FoundItem, type SelectionRule } from './selection';

interface SoilDiscoverConfig extends NodeDef, SelectionRule {
  service?: string;
  resource?: string;
  datasetId?: string | number;
  unlockedOnly?: unknown;
}

/** What a discovery was asked for, and the signal that ends it. */
interface Asked {
  query: SoilQuery;
  signal: AbortSignal | undefined;
}

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: SoilDiscoverConfig): void {
    RED.nodes.createNode(this, config);
    const use = new ServiceUse(RED, this, config.service);
    const status = new NodeStatus(RED, this, use.synthetic);

    /** Returns what the request asks for now. */
    const found = async <Item extends FoundItem>(msg: SoilMessage, field: QueryField, list: FoundList<Item>, { query, signal }: Asked): Promise<Item[]> => {
      const { items, count, problems } = list;
      const chosen = putFound(msg, field, list, config);
      const selected = chosen?.length ?? items.length;
      if (count === 0) await showNoData(RED, status, config.resource === 'all-datasets' ? {} : query, { signal });
      else status.show(selected === 0 || problems.length > 0 ? 'attention' : 'done', items.length === 0 ? 'noData' : chosen ? 'chosen' : 'found', { found: items.length, selected });
      return chosen ?? items;
    };

    const foundDatasets = async (msg: SoilMessage, { datasets: all, temporalCoverage }: DatasetCatalog, problems: string[], asked: Asked): Promise<void> => {
      const leavesOut = leavesLockedOut(config);
      const isLeftOut = ({ distribution }: Dataset): boolean => leavesOut && distribution?.lockedForDownload === true;
      const wanted = asked.query.datasets;
      const chosen = await found(msg, 'datasets', { items: all.filter((dataset) => !isLeftOut(dataset)), count: all.length, wanted, problems }, asked);
      const lookedFor = new Set(looksForSome(config) ? selectItems(all, config) : []);
      const leftOut = all.filter((dataset) => isLeftOut(dataset) && (lookedFor.has(dataset) || wanted?.includes(dataset.identifier))).map(lockedDataset);
      const { datasets: selection } = soilPart(msg).selection ?? {};
      if (selection && leftOut.length > 0) selection.locked = leftOut.flatMap(({ identifier }) => identifier ?? []);
      const more = { ...(leftOut.length > 0 && { leftOut }), ...(temporalCoverage !== undefined && { temporalCoverage }) };
      extendSoil(msg, { source: { ...sourceOfFound(msg, chosen), ...more } });
    };

    const discover = async (msg: SoilMessage, service: SoilService, query: SoilQuery, options: CallOptions): Promise<void> => {
      const problems: string[] = [];
      const call = { ...options, onRemark: (remark: string) => void problems.push(remark) };
      const asked = { query, signal: options.signal };
      const listOf = <Item>(items: Item[], wanted: number[] | undefined): FoundList<Item> => ({ items, count: items.length, wanted, problems });
      switch (choiceSetting('Look for', config.resource, RESOURCES)) {
        case 'spatial-filters':
          await found(msg, 'spatialFilters', listOf(await service.spatialFilters(query, call), query.spatialFilters), asked);
          return extendSource(msg, {});
        case 'soil-properties': {
          const chosen = await found(msg, 'soilProperties', listOf(await service.soilProperties(query, call), query.soilProperties), asked);
          return extendSource(msg, { soilProperties: chosen.map(({ identifier, name }) => ({ identifier, name })) });
        }
        case 'datasets':
          return foundDatasets(msg, await service.datasets(query, call), problems, asked);
        case 'all-datasets':
          return foundDatasets(msg, await service.allDatasets(call), problems, asked);
        case 'dataset': {
          const dataset = await service.dataset(datasetIdentifier(config, msg), call);
          msg.payload = dataset;
          extendSoil(msg, { source: sourceOfFound(msg, [dataset]) });
          status.show('done', 'dataset', { identifier: String(dataset.identifier) });
        }
      }
    };

    handleThroughDeploys(
      RED,
      this,
      status,
      async (msg, handling) => {
        // Before anything is sent.
        checkChoice(config);
        const service = await use.service();
        askedOf(msg, service);
        const query = queryOf(msg);
        status.showAtWork('asking', handling.inFlight());
        await discover(msg, service, query, handling.call);
        if (service.settings.synthetic) markSynthetic(msg);
        return msg;
      },
      () => use.release(),
    );
  }

  RED.nodes.registerType('soil-discover', construct);
};

/** Throws `SOIL_CONFIG` if the settings that select among the found items are wrong; a single dataset leaves nothing to select. */
function checkChoice(config: SoilDiscoverConfig): void {
  const resource = choiceSetting('Look for', config.resource, RESOURCES);
  if (resource === 'dataset') return;
  selectItems([], config);
  if (resource === 'datasets' || resource === 'all-datasets') leavesLockedOut(config);
}

function leavesLockedOut({ unlockedOnly }: SoilDiscoverConfig): boolean {
  return flagSetting('Leave out datasets locked for download', unlockedOnly, true);
}

/** The dialog's identifier, else a number in the payload. */
function datasetIdentifier(config: SoilDiscoverConfig, msg: SoilMessage): number {
  const filledIn = textSetting('Dataset', config.datasetId);
  const identifier = wholeNumberOf(filledIn ?? msg.payload);
  if (identifier !== undefined) return identifier;
  throw new SoilError(
    'SOIL_CONFIG',
    filledIn === undefined
      ? 'No dataset identifier: fill in "Dataset" in the node, or send a whole number in msg.payload.'
      : `The setting "Dataset" is ${JSON.stringify(filledIn)}: fill in a whole number, or leave it empty and send one in msg.payload.`,
  );
}
