import type { Node, NodeAPI, NodeDef } from 'node-red';
import { SoilError } from '../../src/errors/soil-error';
import { foreignObject, wholeNumberOf } from '../../src/foreign/foreign-value';
import type { LeftOutSource } from '../../src/records/data-source';
import type { Dataset, DatasetCatalog, SoilProperty } from '../../src/service/resources';
import type { CallOptions, SoilService } from '../../src/service/soil-service';
import type { SoilQuery } from '../../src/service/query';
import { choiceSetting } from '../runtime/choice-setting';
import { flagSetting } from '../runtime/flag-setting';
import { handleInput } from '../runtime/input-handler';
import { showNoData } from '../runtime/no-data';
import { NodeStatus } from '../runtime/node-status';
import { queryOf } from '../runtime/query-settings';
import { ServiceUse } from '../runtime/service-use';
import { extendSoil, soilPart, sourcePart, type SoilMessage, type SoilSource, type SourceDataset } from '../runtime/soil-message';
import { looksForSome, selectItems, type FoundItem, type SelectionRule } from './selection';

interface SoilDiscoverConfig extends NodeDef, SelectionRule {
  service?: string;
  resource?: string;
  datasetId?: string | number;
  unlockedOnly?: unknown;
}

type QueryField = 'spatialFilters' | 'soilProperties' | 'datasets';

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: SoilDiscoverConfig): void {
    RED.nodes.createNode(this, config);
    const use = new ServiceUse(RED, this, config.service);
    const status = new NodeStatus(RED, this, use.synthetic);
    const unlocked = (datasets: Dataset[]): Dataset[] =>
      flagSetting('Leave out datasets locked for download', config.unlockedOnly, true) ? datasets.filter((dataset) => dataset.distribution?.lockedForDownload !== true) : datasets;

    /** Puts what was found and chosen into the message; `all` counts also what was left out. Gives what the request then asks for. */
    const found = async <Item extends FoundItem>(msg: SoilMessage, field: QueryField, items: Item[], problems: string[], all = items.length): Promise<Item[]> => {
      const chosen = selectItems(items, config);
      const { [field]: wanted, ...query } = soilPart(msg).query ?? {};
      const selected = chosen?.length ?? items.length;
      const isForSome = looksForSome(config) || (chosen !== undefined && (wanted?.length ?? 0) > 0);
      const missed = all === 0 && isForSome && { missed: true as const };
      extendSoil(msg, {
        query: chosen ? { ...query, [field]: [...new Set(chosen.map(({ identifier }) => identifier))] } : query,
        selection: { ...foreignObject(soilPart(msg).selection), [field]: { found: all, selected: chosen?.length ?? all, ...missed, ...(problems.length > 0 && { problems }) } },
      });
      msg.payload = items;
      if (all === 0) await showNoData(status, config.resource === 'all-datasets' ? {} : query);
      else status.show(selected === 0 || problems.length > 0 ? 'attention' : 'done', items.length === 0 ? 'noData' : chosen ? 'chosen' : 'found', { found: items.length, selected });
      return chosen ?? items;
    };

    /** `msg.soil.source` of what was found; the properties found before stay known. */
    const sourceOfFound = (msg: SoilMessage, datasets: Dataset[]): SoilSource => {
      const source: SoilSource = { datasets: datasets.map(sourceDataset), retrieved: new Date().toISOString(), synthetic: use.synthetic() };
      const known = sourcePart(msg).soilProperties;
      if (known !== undefined) source.soilProperties = known;
      return source;
    };

    /** What is no data leaves the datasets found before as they are. */
    const extendSource = (msg: SoilMessage, fields: Partial<SoilSource>): SoilMessage => {
      const source = { ...sourceOfFound(msg, []), ...sourcePart(msg), ...fields };
      extendSoil(msg, { source: { ...source, synthetic: source.synthetic === true || use.synthetic() } });
      return msg;
    };

    const foundProperties = async (msg: SoilMessage, properties: SoilProperty[], problems: string[]): Promise<SoilMessage> => {
      const chosen = await found(msg, 'soilProperties', properties, problems);
      return extendSource(msg, { soilProperties: chosen.map(({ identifier, name }) => ({ identifier, name })) });
    };

    const foundDatasets = async (msg: SoilMessage, { datasets: all, temporalCoverage }: DatasetCatalog, problems: string[]): Promise<SoilMessage> => {
      const open = unlocked(all);
      const listed = new Set(soilPart(msg).query?.datasets);
      const chosen = await found(msg, 'datasets', open, problems, all.length);
      const lookedFor = new Set(looksForSome(config) ? selectItems(all, config) : []);
      const isMissed = (dataset: Dataset): boolean => (lookedFor.has(dataset) || listed.has(dataset.identifier)) && !open.includes(dataset);
      const leftOut = all.filter(isMissed).map(lockedDataset);
      const { datasets: selection } = soilPart(msg).selection ?? {};
      if (selection && leftOut.length > 0) selection.locked = leftOut.flatMap(({ identifier }) => identifier ?? []);
      const more = { ...(leftOut.length > 0 && { leftOut }), ...(temporalCoverage !== undefined && { temporalCoverage }) };
      extendSoil(msg, { source: { ...sourceOfFound(msg, chosen), ...more } });
      return msg;
    };

    const discover = async (msg: SoilMessage, service: SoilService, query: SoilQuery, options: CallOptions): Promise<SoilMessage> => {
      const problems: string[] = [];
      const call = { ...options, onRemark: (remark: string) => void problems.push(remark) };
      switch (choiceSetting('Look for', config.resource, ['spatial-filters', 'soil-properties', 'datasets', 'all-datasets', 'dataset'])) {
        case 'spatial-filters':
          await found(msg, 'spatialFilters', await service.spatialFilters(query, call), problems);
          return extendSource(msg, {});
        case 'soil-properties':
          return foundProperties(msg, await service.soilProperties(query, call), problems);
        case 'datasets':
          return foundDatasets(msg, await service.datasets(query, call), problems);
        case 'all-datasets':
          return foundDatasets(msg, await service.allDatasets(call), problems);
        case 'dataset': {
          const dataset = await service.dataset(datasetIdentifier(config, msg), call);
          msg.payload = dataset;
          extendSoil(msg, { source: sourceOfFound(msg, [dataset]) });
          status.show('done', 'dataset', { identifier: dataset.identifier });
          return msg;
        }
      }
    };

    handleInput(
      this,
      status,
      async (msg, turn) => {
        const service = await use.service();
        const query = queryOf(msg);
        status.showCount('working', 'asking', turn.inFlight());
        return discover(msg, service, query, turn.call);
      },
      () => use.release(),
    );
  }

  RED.nodes.registerType('soil-discover', construct);
};

/** The dialog's identifier, else a number in the payload. */
function datasetIdentifier(config: SoilDiscoverConfig, msg: SoilMessage): number {
  const identifier = wholeNumberOf(config.datasetId === undefined || config.datasetId === '' ? msg.payload : config.datasetId);
  if (identifier === undefined) {
    throw new SoilError('SOIL_CONFIG', 'No dataset identifier: fill in "Dataset" in the node, or send a whole number in msg.payload.');
  }
  return identifier;
}

/** One that the rule looks for, and the request does without. */
function lockedDataset(dataset: Dataset): LeftOutSource {
  const { unlicensed: _, ...source } = sourceDataset(dataset);
  return { ...source, reason: 'locked', records: null };
}

/** Field by field: a catalogue has thousands of them, and copies of what is absent take longer than the rest. */
function sourceDataset({ identifier, name, licence, author, url, distribution }: Dataset): SourceDataset {
  const source: SourceDataset = { identifier, name, licence: licence ?? null, locked: distribution?.lockedForDownload === true };
  if (licence === undefined) source.unlicensed = true;
  if (author !== undefined) source.author = author;
  if (url !== undefined) source.url = url;
  return source;
}
