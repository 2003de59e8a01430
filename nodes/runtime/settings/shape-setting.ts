import { SHAPES, type Shape } from '../../../src/shapes/shape-name';
import { choiceSetting } from './choice-setting';

/** The setting "Shaped for": none where it is empty. Throws `SOIL_CONFIG` for what is no shape. */
export function shapeSetting(value: unknown): Shape | null {
  return value === undefined || value === null || value === '' ? null : choiceSetting('Shaped for', value, SHAPES);
}
