import { SoilError } from '../errors/soil-error';

/** What every complaint of this room is: `SOIL_GEOMETRY` of the flow contract. */
export function geometryError(message: string): SoilError {
  return new SoilError('SOIL_GEOMETRY', message);
}
