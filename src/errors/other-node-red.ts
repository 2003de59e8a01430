import { SoilError } from './soil-error';

/** The job directory belongs to another Node-RED: nothing is wrong with the disk, and a status says so. */
export class OtherNodeRed extends SoilError {
  /** @param message as of every error: what happened, where, and what to do */
  constructor(message: string) {
    super('SOIL_STORAGE', message);
  }
}
