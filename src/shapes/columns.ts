import { getOrInsert } from '../maps/get-or-insert';
import type { Place } from '../profiles/place-group';
import { ProvenanceTally } from '../profiles/provenance';
import type { ProfileRow } from '../profiles/texture-slice';
import { inTurns, madeInTurns } from '../time/in-turns';
import type { ShapeContext, ShapedMessage } from './shaped-message';
import { shownDepth, shownPlace, shownProperty, shownProvenance } from './shown-text';

type Row = Record<string, number | string | null>;

/** What the row of one place is made of. */
interface Gathered {
  place: Partial<Place>;
  values: Row;
  /** The smallest coverage of its values, 0 to 1; `Infinity` before the first. */
  leastCovered: number;
  provenance: ProvenanceTally;
}

/**
 * A row for each place, or one for the whole area, with a column for each property by each method, in each slice:
 * `{ "topic": "north field", "Clay (pipette) 0-30 cm, %": 24.1, ... }`. For sheets and models that take the depths side by side.
 */
export async function columnsOfProfile(slices: readonly ProfileRow[], { name, signal }: ShapeContext): Promise<ShapedMessage> {
  const places = new Map<string, Gathered>();
  const add = (slice: ProfileRow): void => {
    const { lon, lat, h3 } = slice;
    const key = JSON.stringify([lon, lat, h3]);
    const gathered = getOrInsert(places, key, () => ({ place: shownPlace(slice), values: {}, leastCovered: Infinity, provenance: new ProvenanceTally() }));
    const { values } = gathered;
    const value = 'usda' in slice ? slice.usda : slice.mean;
    const column = columnOf(slice, shownProperty(slice.property, slice.method));
    // A method with the name of the property is not shown, unless a row without a method has the column already.
    values[column in values ? columnOf(slice, `${slice.property} (${slice.method})`) : column] = value;
    if (value !== null) gathered.leastCovered = Math.min(gathered.leastCovered, slice.coverage);
    gathered.provenance.addRow(slice);
  };
  await inTurns(slices, add, signal);
  const row = ({ place, values, leastCovered, provenance }: Gathered): Row => ({
    ...(name === undefined ? {} : { topic: name }),
    ...place,
    ...values,
    'least covered %': Number.isFinite(leastCovered) ? Math.round(leastCovered * 100) : null,
    ...shownProvenance(provenance.describe()),
  });
  return { payload: await madeInTurns(places.values(), row, signal) };
}

/**
 * `Clay (pipette) 0-30 cm, %`: the same in every message, whichever other methods and depths are in it. A point is written as `·`: the tables of
 * dashboards, and some databases, take what follows it for the name of a part, and find nothing under it.
 */
function columnOf({ depthTop, depthBottom, unit }: ProfileRow, name: string): string {
  return `${name} ${shownDepth(depthTop, depthBottom)}${unit === null ? '' : `, ${unit}`}`.replaceAll('.', '·');
}
