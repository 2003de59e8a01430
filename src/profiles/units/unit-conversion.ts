import { tidy } from '../tidy';
import { isChargeAlone } from './charge-alone';
import { mayBeNoMass, plainShare } from './plain-share';
import type { Kind } from './soil-units';
import { unitOfProperty } from './water-by-depth';

/**
 * The factor that converts values from one unit to another; or, if there is none, why not.
 *
 * @param property name of what is measured: a plain share of coarse fragments or water may be one by volume, and a height of water per
 * depth is one
 */
export function conversion(from: string | null, to: string, property = ''): { factor: number } | { refused: string } {
  if (from === null) return { refused: 'The unit is missing.' };
  if (from.trim() === to) return { factor: 1 };
  const [source, target] = [unitOfProperty(from, property), unitOfProperty(to, property)];
  if (!source) return { refused: `"${from.slice(0, 40)}" is not a known unit.` };
  if (!target) return { refused: `"${to.slice(0, 40)}" is not a known unit.` };
  const kinds = [source.kind, target.kind];
  const unclear = unclearShare(from, to, kinds, property);
  if (unclear) return { refused: unclear };
  const ofCharge = kinds.includes('amount') && kinds.includes('charge') && isChargeAlone(property);
  if (source.kind !== target.kind && !ofCharge)
    return {
      refused:
        `"${from}" is ${withArticle(source.kind)}, "${to}" is ${withArticle(target.kind)}: ` +
        `one cannot be converted to the other${bridge(source.kind, target.kind)}.`,
    };
  return { factor: tidy(source.factor / target.factor) };
}

/** The value times the factor; unchanged if that is 1. */
export function converted(value: number, factor: number): number {
  return factor === 1 ? value : tidy(value * factor);
}

/** Why a plain share of what may be given by mass, by volume or otherwise is not converted to or from a fraction by mass or by volume. */
function unclearShare(from: string, to: string, kinds: readonly Kind[], property: string): string | null {
  const [fromShare, toShare] = [from, to].map(plainShare);
  const fractions = kinds.every((kind) => kind === 'mass fraction' || kind === 'volume fraction');
  if (!fractions || (fromShare === undefined) === (toShare === undefined) || !mayBeNoMass(property)) return null;
  const measure = kinds.includes('volume fraction') ? 'volume' : 'mass';
  return `A ${fromShare ?? toShare} of "${property}" may not be one by ${measure}, so "${from}" cannot be converted to "${to}".`;
}

function withArticle(kind: Kind): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

function bridge(one: Kind, other: Kind): string {
  const kinds = [one, other];
  if (kinds.includes('mass fraction') && (kinds.includes('volume fraction') || kinds.includes('density')))
    return ' without the bulk density';
  if (kinds.includes('amount') && kinds.includes('charge')) return ' without the charge of the ion';
  if (kinds.includes('mass fraction') && kinds.includes('stock')) return ' without bulk density and thickness';
  return '';
}
