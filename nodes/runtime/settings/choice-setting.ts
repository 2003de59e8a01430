import { SettingError } from '../../../src/errors/setting-error';
import { filledIn } from './filled-in';

/**
 * A choice of a dialog: the first one if it is empty.
 * Throws `SOIL_CONFIG` with the setting's label if it is none of them.
 *
 * @param elseSay what else may be done, if the list is not all of it
 */
export function choiceSetting<Choice extends string>(label: string, value: unknown, choices: readonly [Choice, ...Choice[]], elseSay = ''): Choice {
  const given = filledIn(label, value);
  if (given === undefined) return choices[0];
  const chosen = choices.find((choice) => choice === given);
  if (chosen !== undefined) return chosen;
  const named = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
  throw new SettingError(label, `is ${JSON.stringify(value)}: choose ${named}${elseSay}.`);
}
