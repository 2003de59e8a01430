import type { NodeAPI } from 'node-red';
import { SettingError } from '../../src/errors/setting-error';
import { SoilError } from '../../src/errors/soil-error';
import { wholeNumberOf } from '../../src/foreign/foreign-value';
import type { SoilQuery } from '../../src/service/query';
import type { Dataset, DatasetCatalog } from '../../src/service/resources';
import type { CallOptions, SoilService } from '../../src/service/soil-service';
import { choiceSetting } from '../runtime/settings/choice-setting';
import { flagSetting } from '../runtime/settings/flag-setting';
import { textSetting } from '../runtime/settings/text-setting';
import { extendSoil, soilPart, type SoilMessage } from '../runtime/soil-message';
import { showNoData } from '../runtime/status/no-data';
import type { NodeStatus } from '../runtime/status/node-status';
import { RESOURCES } from './choices';
import { putFound, type FoundList, type QueryField } from './found-items';
import { extendSource, lockedDataset, sourceOfFound } from './found-sources';
import { looksForSome, selectItems, type FoundItem, type SelectionRule } from './selection';

/** What is looked for, and what of it goes into the request, as the editor saves it. */
export interface DiscoverySettings extends SelectionRule {
  resource?: string;
  datasetId?: string | number;
  unlockedOnly?: unknown;
}

/** What a discovery was asked for, and the signal that ends it. */
interface Asked {
  query: SoilQuery;
  signal: AbortSignal | undefined;
}

/** Looks for what the settings of a node name, and puts what it finds into the message. */
export class Discovery {
  constructor(
    private readonly RED: NodeAPI,
    private readonly status: NodeStatus,
    private readonly settings: DiscoverySettings,
  ) {}

  /** Throws `SOIL_CONFIG` if the settings that select among the found items are wrong; a single dataset leaves nothing to select. */
  check(): void {
    const { resource } = this;
    if (resource === 'dataset') return;
    selectItems([], this.settings);
    if (resource === 'datasets' || resource === 'all-datasets') this.leavesLockedOut();
  }

  async run(msg: SoilMessage, service: SoilService, query: SoilQuery, options: CallOptions): Promise<void> {
    const problems: string[] = [];
    const call = { ...options, onRemark: (remark: string) => void problems.push(remark) };
    const asked = { query, signal: options.signal };
    const listOf = <Item>(items: Item[], wanted: number[] | undefined): FoundList<Item> => ({ items, count: items.length, wanted, problems });
    switch (this.resource) {
      case 'spatial-filters':
        await this.found(msg, 'spatialFilters', listOf(await service.spatialFilters(query, call), query.spatialFilters), asked);
        return extendSource(msg, {});
      case 'soil-properties': {
        const chosen = await this.found(msg, 'soilProperties', listOf(await service.soilProperties(query, call), query.soilProperties), asked);
        return extendSource(msg, { soilProperties: chosen.map(({ identifier, name }) => ({ identifier, name })) });
      }
      case 'datasets':
        return this.foundDatasets(msg, await service.datasets(query, call), problems, asked);
      case 'all-datasets':
        return this.foundDatasets(msg, await service.allDatasets(call), problems, asked);
      case 'dataset': {
        const dataset = await service.dataset(this.datasetIdentifier(msg), call);
        msg.payload = dataset;
        extendSoil(msg, { source: sourceOfFound(msg, [dataset]) });
        this.status.show('done', 'dataset', { identifier: String(dataset.identifier) });
      }
    }
  }

  /** Returns what the request asks for now. */
  private async found<Item extends FoundItem>(msg: SoilMessage, field: QueryField, list: FoundList<Item>, { query, signal }: Asked): Promise<Item[]> {
    const { items, count, problems } = list;
    const { RED, status } = this;
    const chosen = putFound(msg, field, list, this.settings);
    const selected = chosen?.length ?? items.length;
    if (count === 0) await showNoData(RED, status, this.resource === 'all-datasets' ? {} : query, { signal });
    else status.show(selected === 0 || problems.length > 0 ? 'attention' : 'done', items.length === 0 ? 'noData' : chosen ? 'chosen' : 'found', { found: items.length, selected });
    return chosen ?? items;
  }

  private async foundDatasets(msg: SoilMessage, { datasets: all, temporalCoverage }: DatasetCatalog, problems: string[], asked: Asked): Promise<void> {
    const leavesOut = this.leavesLockedOut();
    const isLeftOut = ({ distribution }: Dataset): boolean => leavesOut && distribution?.lockedForDownload === true;
    const wanted = asked.query.datasets;
    const chosen = await this.found(msg, 'datasets', { items: all.filter((dataset) => !isLeftOut(dataset)), count: all.length, wanted, problems }, asked);
    const lookedFor = new Set(looksForSome(this.settings) ? selectItems(all, this.settings) : []);
    const leftOut = all.filter((dataset) => isLeftOut(dataset) && (lookedFor.has(dataset) || wanted?.includes(dataset.identifier))).map(lockedDataset);
    const { datasets: selection } = soilPart(msg).selection ?? {};
    if (selection && leftOut.length > 0) selection.locked = leftOut.flatMap(({ identifier }) => identifier ?? []);
    const more = { ...(leftOut.length > 0 && { leftOut }), ...(temporalCoverage !== undefined && { temporalCoverage }) };
    extendSoil(msg, { source: { ...sourceOfFound(msg, chosen), ...more } });
  }

  private get resource(): (typeof RESOURCES)[number] {
    return choiceSetting('Look for', this.settings.resource, RESOURCES);
  }

  private leavesLockedOut(): boolean {
    return flagSetting('Leave out datasets locked for download', this.settings.unlockedOnly, true);
  }

  /** The dialog's identifier, else a number in the payload. */
  private datasetIdentifier(msg: SoilMessage): number {
    const filledIn = textSetting('Dataset', this.settings.datasetId);
    const identifier = wholeNumberOf(filledIn ?? msg.payload);
    if (identifier !== undefined) return identifier;
    if (filledIn !== undefined) throw new SettingError('Dataset', `is ${JSON.stringify(filledIn)}: fill in a whole number, or leave it empty and send one in msg.payload.`);
    throw new SoilError('SOIL_CONFIG', 'No dataset identifier: fill in "Dataset" in the node, or send a whole number in msg.payload.');
  }
}
