import { h3Library } from '../geometry/h3-library';
import { getOrInsert } from '../maps/get-or-insert';
import { inTurns } from '../time/in-turns';
import { cellOf, type Profile } from './record-series';

/** What profiles are grouped by. */
export type Grouping = { by: 'area' } | { by: 'point' } | { by: 'h3'; resolution: number };

/** A group of profiles: the whole area (nothing set), a point, or an H3 cell with its centre. */
export interface Place {
  lon: number | null;
  lat: number | null;
  h3: string | null;
}

const AREA: Place = { lon: null, lat: null, h3: null };

/** Profiles by the place that they belong to: `null` for those whose place is unknown, or too coarse for the grouping. */
export async function profilesByPlace(profiles: readonly Profile[], grouping: Grouping, signal?: AbortSignal): Promise<Map<Place | null, Profile[]>> {
  const placeOf = await placesBy(grouping);
  const groups = new Map<Place | null, Profile[]>();
  await inTurns(profiles, (profile) => getOrInsert(groups, placeOf(profile), () => []).push(profile), signal);
  return groups;
}

/** Gives the place of a profile: the same object for all profiles of one place, and complete once it was given for all. */
async function placesBy(grouping: Grouping): Promise<(profile: Profile) => Place | null> {
  if (grouping.by === 'area') return () => AREA;
  const places = new Map<string, Place>();
  if (grouping.by === 'point') {
    return ({ lon, lat, h3 }) => {
      if (lon !== null && lat !== null) {
        const place = getOrInsert(places, `${lon} ${lat}`, () => ({ lon, lat, h3 }));
        place.h3 = cellOf(place.h3, h3);
        return place;
      }
      return h3 === null ? null : getOrInsert(places, h3, () => ({ lon: null, lat: null, h3 }));
    };
  }
  const { latLngToCell, cellToLatLng, cellToParent, getResolution, isValidCell } = await h3Library();
  const { resolution } = grouping;
  const hexagonAround = ({ lon, lat, h3 }: Profile): string | null => {
    if (lon !== null && lat !== null) return latLngToCell(lat, lon, resolution);
    if (h3 === null || !isValidCell(h3) || getResolution(h3) < resolution) return null;
    return cellToParent(h3, resolution);
  };
  return (profile) => {
    const cell = hexagonAround(profile);
    if (cell === null) return null;
    return getOrInsert(places, cell, () => {
      const [lat, lon] = cellToLatLng(cell);
      return { lon: Number(lon.toFixed(7)), lat: Number(lat.toFixed(7)), h3: cell };
    });
  };
}
