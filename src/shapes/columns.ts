import type { ProfileRow } from '../profiles/texture-slice';
import { inTurns } from '../time/in-turns';
import type { ShapeContext, ShapedMessage } from './shaped-message';
import { shownDates, shownDepth, shownLicences, shownProperty } from './shown-text';

type Row = Record<string, number | string | null>;

/** What the row of one place is made of. */
interface Gathered {
  place: Row;
  values: Row;
  datasets: Set<string>;
  licences: Set<string | null>;
  dateFrom: string | null;
  dateTo: string | null;
}

/**
 * A row for each place, or one for the whole area, with a column for each property by each method, in each slice:
 * `{ "topic": "north field", "Clay (pipette) 0-30 cm, %": 24.1, ... }`. For sheets and models that take the depths beside each other.
 */
export async function columnsOfProfile(slices: readonly ProfileRow[], { name, signal }: ShapeContext): Promise<ShapedMessage> {
  const places = new Map<string, Gathered>();
  const add = (slice: ProfileRow): void => {
    const { lon, lat, h3 } = slice;
    const key = JSON.stringify([lon, lat, h3]);
    let gathered = places.get(key);
    if (!gathered) {
      const place: Row = lon !== null ? { lat, lon } : h3 === null ? {} : { h3 };
      gathered = { place, values: {}, datasets: new Set(), licences: new Set(), dateFrom: null, dateTo: null };
      places.set(key, gathered);
    }
    gathered.values[columnOf(slice)] = 'usda' in slice ? slice.usda : slice.mean;
    for (const dataset of slice.datasets) gathered.datasets.add(dataset);
    for (const licence of slice.licences) gathered.licences.add(licence);
    const { dateFrom, dateTo } = gathered;
    // ISO dates sort as text.
    if (slice.dateFrom !== null && (dateFrom === null || slice.dateFrom < dateFrom)) gathered.dateFrom = slice.dateFrom;
    if (slice.dateTo !== null && (dateTo === null || slice.dateTo > dateTo)) gathered.dateTo = slice.dateTo;
  };
  await inTurns(slices, add, signal);
  const rows = Array.from(places.values(), ({ place, values, datasets, licences, dateFrom, dateTo }): Row => ({
    ...(name === undefined ? {} : { topic: name }),
    ...place,
    ...values,
    dates: shownDates(dateFrom, dateTo),
    datasets: [...datasets].join('; '),
    licences: shownLicences([...licences]),
  }));
  return { payload: rows };
}

/** `Clay (pipette) 0-30 cm, %`: the same in every message, whichever other methods and depths are in it. */
function columnOf({ property, method, depthTop, depthBottom, unit }: ProfileRow): string {
  return `${shownProperty(property, method)} ${shownDepth(depthTop, depthBottom)}${unit === null ? '' : `, ${unit}`}`;
}
