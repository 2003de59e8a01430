import { choiceSetting } from './choice-setting';
import { filledIn } from './filled-in';

const LABEL = 'Shaped for';

/** The setting "Shaped for": `null` if it is empty. Throws `SOIL_CONFIG` for what is none of the shapes. */
export function shapeSetting<Shape extends string>(value: unknown, shapes: readonly [Shape, ...Shape[]]): Shape | null {
  return filledIn(LABEL, value) === undefined ? null : choiceSetting(LABEL, value, shapes, ', or leave it empty for the plain form');
}
