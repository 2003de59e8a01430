import { isHeldWater } from './held-water';
import { type Unit, unitOf } from './soil-units';
import { spelling } from './unit-spelling';

/** Not `m/m`, which also stands for a share by mass. */
const HEIGHT_BY_DEPTH = /^(?!m\/m$)([a-z]+)\/([a-z]+)$/;

/**
 * The unit that a source means by a text, which may depend on what is measured: in irrigation, the water that soil holds is a height per depth
 * (`mm/m`, `in/ft`, `cm/cm`), which is its share by volume. For a slope or an extensibility, the same text is no known unit: `undefined`.
 *
 * @param property name of what is measured
 */
export function unitOfProperty(text: string, property: string): Unit | undefined {
  return unitOf(text) ?? (isHeldWater(property) ? heightByDepth(text) : undefined);
}

function heightByDepth(text: string): Unit | undefined {
  const [, above, below] = HEIGHT_BY_DEPTH.exec(spelling(text)) ?? [];
  if (above === undefined || below === undefined) return undefined;
  const [height, depth] = [unitOf(above), unitOf(below)];
  return height?.kind === 'length' && depth?.kind === 'length' ? { kind: 'volume fraction', factor: height.factor / depth.factor } : undefined;
}
