import { SoilError } from './soil-error';

/** A setting of a dialog that cannot be used. */
export class SettingError extends SoilError {
  /**
   * @param setting its English label in the dialog
   * @param problem goes on after `The setting "..."`
   */
  constructor(
    readonly setting: string,
    problem: string,
  ) {
    super('SOIL_CONFIG', `The setting "${setting}" ${problem}`);
  }
}
