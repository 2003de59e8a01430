import { isSoilError, SoilError } from '../../src/errors/soil-error';
import { fieldOf } from '../../src/foreign/foreign-value';
import { readArea } from '../../src/geometry/read-area';
import type { SoilQuery } from '../../src/service/query';
import type { Dataset, SoilProperty, SpatialFilter } from '../../src/service/resources';
import type { SoilService } from '../../src/service/soil-service';
import { cut } from '../../src/text/cut';
import type { Delay } from '../../src/transport/http-exchange';
import { LONGEST_AREA, PICKER_RESOURCES, type PickerItem, type PickerList, type PickerResource } from './admin-answers';
import { BadRequest } from './admin-route';
import { identifiersField, neededText, textField } from './body-fields';

/** A request for a picker's list. */
interface PickerQuestion {
  resource: PickerResource;
  /** The area as text, in any form that soil-area reads; empty if none is known. */
  area: string;
  spatialFilters: number[];
  soilProperties: number[];
}

const MOST_ITEMS = 5_000;
const PATIENCE_MS = 45_000;
/** A service that fails this long is reported: a person waits in front of the dialog, and may ask again. */
const FAILING_MS = 15_000;

/** Reads a request body. Throws {@link BadRequest} if it is not such a question. */
export function readPickerQuestion(body: unknown): PickerQuestion {
  const query = fieldOf(body, 'query');
  const wanted = neededText(body, 'resource', 40);
  const resource = PICKER_RESOURCES.find((one) => one === wanted);
  if (!resource) throw new BadRequest(`The field "resource" must be one of: ${PICKER_RESOURCES.join(', ')}.`);
  return {
    resource,
    area: textField(query, 'area', LONGEST_AREA)?.trim() ?? '',
    spatialFilters: identifiersField(query, 'spatialFilters'),
    soilProperties: identifiersField(query, 'soilProperties'),
  };
}

/** What a picker shows: what the service has for the area and the choices made so far. Datasets are also there without an area. */
export async function findItems(service: SoilService, question: PickerQuestion): Promise<PickerList> {
  const patience = new Patience();
  const items = await ask(service, question, patience)
    .catch((error: unknown) => {
      // The service may no longer have an earlier choice: then the list is not narrowed.
      const narrowed = question.spatialFilters.length > 0 || question.soilProperties.length > 0;
      if (!narrowed || !isSoilError(error, 'SOIL_REQUEST')) throw error;
      return ask(service, { ...question, spatialFilters: [], soilProperties: [] }, patience);
    })
    .catch((error: unknown) => {
      if (!(error instanceof DOMException)) throw error;
      throw patience.failure ?? new SoilError('SOIL_UNAVAILABLE', `The service gave no answer within ${PATIENCE_MS / 1000} seconds. Try again.`);
    })
    .finally(() => patience.end());
  return { items: items.slice(0, MOST_ITEMS), more: Math.max(0, items.length - MOST_ITEMS) };
}

/** How long a list may take, and the error that caused the last retry. */
class Patience {
  private readonly stop = new AbortController();
  private readonly begun = performance.now();
  private readonly timer = setTimeout(() => this.stop.abort(), PATIENCE_MS);
  failure: SoilError | undefined;

  readonly signal = this.stop.signal;

  readonly onDelay = ({ seconds, error }: Delay): void => {
    if (!error) return;
    this.failure = error;
    // A service that asks for a pause has not failed.
    if (!isSoilError(error, 'SOIL_RATE_LIMITED') && performance.now() - this.begun + seconds * 1000 > FAILING_MS) this.stop.abort();
  };

  end(): void {
    clearTimeout(this.timer);
  }
}

async function ask(service: SoilService, question: PickerQuestion, { signal, onDelay }: Patience): Promise<PickerItem[]> {
  const options = { signal, onDelay, flow: 'editor' };
  if (question.resource === 'datasets' && question.area === '') return (await service.allDatasets(options)).datasets.map(datasetItem);
  const query: SoilQuery = { geometry: (await readArea(question.area, { flow: options.flow, signal })).wkt };
  if (question.spatialFilters.length > 0) query.spatialFilters = question.spatialFilters;
  if (question.resource === 'spatial-filters') return (await service.spatialFilters(query, options)).map(filterItem);
  if (question.resource === 'soil-properties') return (await service.soilProperties(query, options)).map(propertyItem);
  if (question.soilProperties.length > 0) query.soilProperties = question.soilProperties;
  return (await service.datasets(query, options)).datasets.map(datasetItem);
}

const NOTHING = { description: '', units: '', format: '', size: '', sizeUnit: '', licence: '', locked: false };

function filterItem(filter: SpatialFilter): PickerItem {
  return { ...NOTHING, ...base(filter), description: cut(filter.description, 1000) };
}

function propertyItem(property: SoilProperty): PickerItem {
  return { ...NOTHING, ...base(property), description: cut(property.description ?? '', 1000), units: cut((property.unitText ?? '').replace(/,(?=\S)/g, ', '), 200) };
}

function datasetItem(dataset: Dataset): PickerItem {
  const { value = '', unitCode = '' } = dataset.size ?? {};
  return {
    ...NOTHING,
    ...base(dataset),
    type: cut(dataset.measurementTechnique?.name ?? '', 100),
    description: cut(dataset.description, 1000),
    format: cut(dataset.distribution?.encodingFormat ?? '', 40),
    size: cut(value, 60),
    sizeUnit: cut(unitCode, 60),
    licence: cut(dataset.licence ?? '', 100),
    locked: dataset.distribution?.lockedForDownload === true,
  };
}

function base({ identifier, name, type }: { identifier: number; name: string; type: string }): Pick<PickerItem, 'identifier' | 'name' | 'type'> {
  return { identifier, name: cut(name, 300), type: cut(type, 100) };
}
