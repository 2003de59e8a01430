import { SoilError } from '../../src/errors/soil-error';

/**
 * A text of a dialog; nothing where it is empty. Node-RED leaves `${NAME}` as it stands where there is no such environment variable.
 * Throws `SOIL_CONFIG` with the setting's label there: a folder of that name is not what was meant.
 */
export function textSetting(label: string, value: string | undefined): string | undefined {
  if (!value) return undefined;
  const variable = /^\s*\$\{([^}\s]+)\}\s*$/.exec(value);
  if (variable) {
    throw new SoilError('SOIL_CONFIG', `The setting "${label}" takes the environment variable ${variable[1]}, which is not set; set it and start again.`);
  }
  return value;
}
