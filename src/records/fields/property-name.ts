import { DASH, readDepth, type DepthInterval } from './depth-interval';

/** A property's name, separated from the depth that it carried. */
export interface PropertyName {
  property: string;
  /** The depth that the name carried, if any. */
  depth: DepthInterval | null;
  /** Whether that depth is rather a size (`Cobbles 7.5-25 cm`), unless a depth beside the name says the same. */
  mayBeSize: boolean;
}

/** What stands between the words of a name. */
const BETWEEN = String.raw`[\s_.,;:-]`;

/**
 * A depth inside a layer's name: `sol_clay_m_250m_b0..0cm_1950..2017`, `clay_m_30m_b0cm..30cm_2020`, `phh2o_0-5cm_mean`, `Clay content (0-5 cm)`,
 * `Clay, 0 to 5 cm`. The unit is required: without it, `1950..2017` would be a depth. A match begins only at the start of a run of separators: tried
 * from each of its characters, a long run would take very long.
 */
const DEPTH_PART = new RegExp(
  String.raw`(?<!${BETWEEN})${BETWEEN}*(?:[([]\s*|(?<=${BETWEEN}|^))b?(\d+(?:\.\d+)?(?:\s?cm)?(?:\.\.|\s?${DASH}\s?|\sto\s)\d+(?:\.\d+)?\s?cm)(?:\s*[)\]]|(?=${BETWEEN}|$))`,
  'i',
);

/** The middle estimate of a mapped layer. Quantiles and uncertainties are other quantities, so their suffixes stay. */
const MEAN_SUFFIX = /_mean$/i;

/**
 * Splits a property's name into the property and its depth. A `_mean` suffix is dropped; everything else stays as the source wrote it,
 * so that the same property at several depths has one name.
 */
export function readPropertyName(name: string): PropertyName {
  const found = DEPTH_PART.exec(name);
  const depth = found?.[1] ? readDepth(found[1]) : null;
  const rest = found ? joined(name.slice(0, found.index), name.slice(found.index + found[0].length)) : name;
  return { property: rest.replace(MEAN_SUFFIX, '') || name, depth, mayBeSize: depth !== null && mayBeSize(name, found![0], depth) };
}

/** What is sorted by size, in cm too. */
const SIZED = /gravel|fragment|ston(?:e|y|iness)|rock|cobble|pebble|boulder|aggregate|root/i;
/**
 * More such things, but only directly before the range: other names mention them and have a depth (`pH (2 mm sieve) 30-60 cm`). Not coarse sand, which is
 * finer than any size in cm.
 */
const SIZED_IN_FRONT = /\b(?:skeleton|clasts?|nodules?|concretions?|particles|sieve|coarse(?:[\s_-](?:materials?|fractions?|elements?|components?))?)[\s_(-]{0,3}$/i;
/** Words that show that the name is about something else: `Bulk density without skeleton`. */
const OF_SOMETHING = /\b(?:of|without|excluding|no|non|free|minus|exclusive|except|less|from|for|in)\b/i;

function isSized(name: string): boolean {
  if (SIZED.test(name)) return true;
  const front = name.slice(0, DEPTH_PART.exec(name)?.index);
  return SIZED_IN_FRONT.test(front) && !OF_SOMETHING.test(front);
}

/** A range that follows a space, a bracket or a comma and does not start at the surface: names of layers (`gravel_5-15cm_mean`) have no spaces. */
function mayBeSize(name: string, part: string, { top }: DepthInterval): boolean {
  return isSized(name) && /^[\s([,;:]/.test(part) && top !== null && top > 0;
}

/**
 * The property that a name stands for, given the depth stated beside it: if that differs from the range in `Gravel 2-6 cm`, the range is a size,
 * and the name stays whole.
 *
 * @param read the name as {@link readPropertyName} reads it
 * @param told the depth beside it; a side that is `null` contradicts nothing
 */
export function propertyBeside(name: string, read: PropertyName, told: DepthInterval): string {
  const { property, depth, mayBeSize } = read;
  if (depth === null || !isSized(name)) return property;
  if (mayBeSize && told.top === null && told.bottom === null) return name;
  const agrees = (told.top ?? depth.top) === depth.top && (told.bottom ?? depth.bottom) === depth.bottom;
  return agrees ? property : name;
}

const LEADING = new RegExp(`^${BETWEEN}+`);

function joined(before: string, after: string): string {
  return before === '' ? after.replace(LEADING, '') : before + after;
}
