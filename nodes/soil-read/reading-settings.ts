import type { NodeDef } from 'node-red';
import type { ReadOptions } from '../../src/records/export-reading';
import { SHAPES, type Shape } from '../../src/shapes/shape-name';
import { choiceSetting } from '../runtime/settings/choice-setting';
import { flagSetting } from '../runtime/settings/flag-setting';
import { licencesOf } from '../runtime/settings/licence-setting';
import { noValueSetting } from '../runtime/settings/no-value-setting';
import { numberSetting } from '../runtime/settings/number-setting';
import { shapeSetting } from '../runtime/settings/shape-setting';
import { OUTPUTS } from './choices';
import { BATCH } from './limits';

/** The settings of a reading, as the editor saves them. */
export interface ReadingConfig extends NodeDef {
  output?: string;
  batch?: string | number;
  distinct?: unknown;
  strict?: unknown;
  shape?: string;
  licences?: unknown;
  noValues?: unknown;
}

/** The settings of a reading, checked. Those that the dialog hides for an output are not looked at. */
export interface ReadingSettings {
  output: (typeof OUTPUTS)[number];
  /** How many records a message has at most; 0: all go into one message. */
  batch: number;
  shape: Shape | null;
  distinct: boolean;
  choice: Pick<ReadOptions, 'strict' | 'licences' | 'noValues'>;
}

/** @throws SoilError `SOIL_CONFIG` if one of them cannot be used */
export function readingSettings(settings: ReadingConfig): ReadingSettings {
  const output = choiceSetting('Output', settings.output, OUTPUTS);
  return {
    output,
    batch: output === 'records' ? numberSetting('In batches of', settings.batch, 0, BATCH) : 0,
    shape: output === 'records' ? shapeSetting(settings.shape, SHAPES) : null,
    distinct: output !== 'rasters' && flagSetting('Drop exact repeats', settings.distinct, true),
    choice: {
      strict: flagSetting('Stop at the first malformed row', settings.strict, false),
      licences: licencesOf(settings.licences),
      noValues: noValueSetting(settings.noValues),
    },
  };
}
