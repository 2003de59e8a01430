/** A place on the Earth, in degrees, which a sentence names with the letters that its language has for east and west. */
export interface ShownPlace {
  latitude: number;
  longitude: number;
}

/** What a longitude ends with in a language: `O` is east in German, and west in Spanish, French and Portuguese. */
export interface LongitudeLetters {
  east: string;
  west: string;
}

/** Of several letters for a side, the last is that of the language itself; the first is the English one, which people type as well. */
export function ownLetters({ east, west }: LongitudeLetters): LongitudeLetters {
  return { east: east.slice(-1), west: west.slice(-1) };
}

/**
 * A place in degrees as people write it: `52.25N 10.5E`, latitude first, as on the place field of the map and in the statuses. Without letters, nobody
 * can tell which number is which.
 * @param write a number of degrees in the form that the language writes it in
 */
export function placeWords({ latitude, longitude }: ShownPlace, { east, west }: LongitudeLetters, write: (degrees: number) => string): string {
  const onEarth = Math.abs(longitude) > 180 ? Number((longitude - 360 * Math.sign(longitude)).toFixed(7)) : longitude;
  return `${write(Math.abs(latitude))}${latitude < 0 ? 'S' : 'N'} ${write(Math.abs(onEarth))}${onEarth < 0 ? west : east}`;
}
