import { choiceSetting } from './choice-setting';

/** The setting "Shaped for": `null` if it is empty. Throws `SOIL_CONFIG` for what is none of the shapes. */
export function shapeSetting<Shape extends string>(value: unknown, shapes: readonly [Shape, ...Shape[]]): Shape | null {
  return value === undefined || value === null || value === '' ? null : choiceSetting('Shaped for', value, shapes);
}
