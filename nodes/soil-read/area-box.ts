import { fieldOf } from '../../src/foreign/foreign-value';
import type { AreaDescription } from '../../src/geometry/area-of-interest';
import { readArea } from '../../src/geometry/read-area';
import { queryOf } from '../runtime/settings/query-settings';
import { soilPart, type SoilMessage } from '../runtime/soil-message';

type Box = AreaDescription['bbox'];

/**
 * The box of the area that a message is about: `msg.soil.area.bbox`, or else that of `msg.soil.query.geometry`. None where there is neither, where that is
 * no area, and where the request is for the areas of a spatial filter.
 */
export async function areaBox(msg: SoilMessage, signal: AbortSignal): Promise<Box | undefined> {
  const { geometry, spatialFilters } = queryOf(msg);
  if (geometry === undefined && spatialFilters) return undefined;
  const box = fieldOf(soilPart(msg).area, 'bbox');
  if (isBox(box)) return box;
  if (geometry === undefined) return undefined;
  // What is no area is not for this node to complain about: it was not read for records before either.
  return readArea(geometry, { signal }).then(({ description }) => description.bbox, () => undefined);
}

function isBox(value: unknown): value is Box {
  if (!Array.isArray(value) || value.length !== 4 || !value.every((side) => Number.isFinite(side))) return false;
  const [west, south, east, north] = value as Box;
  return Math.max(Math.abs(west), Math.abs(east)) <= 180 && south >= -90 && south <= north && north <= 90;
}
