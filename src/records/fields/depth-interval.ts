/** A depth interval below the surface in cm; negative above it (organic layers). Top and bottom are equal for a single depth. */
export interface DepthInterval {
  top: number | null;
  bottom: number | null;
}

/** `0-5`, with `?` for an unknown end; empty if there is no depth. */
export function depthText(top: number | null, bottom: number | null): string {
  return top === null && bottom === null ? '' : `${top ?? '?'}-${bottom ?? '?'}`;
}

/** Names of units in texts, and codes: the last part of a QUDT address, and those of UN/CEFACT. */
const UNITS: Record<string, number> = {
  'cm centimetre centimetres centimeter centimeters centim cmt': 1,
  'mm millimetre millimetres millimeter millimeters millim mmt': 0.1,
  'dm decimetre decimetres decimeter decimeters decim dmt': 10,
  'm metre metres meter meters mtr': 100,
};
const CENTIMETRES: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ...Object.entries(UNITS).flatMap(([names, factor]) => names.split(' ').map((name) => [name, factor] as const)),
]);
/** The last part of an address, as `unit:CentiM`, or the first word: `Centimetre (cm)`, `cm below the surface`. */
const UNIT_WORD = /^(?:https?:\/\/\S*[/#]|(?:qudt-)?unit:)([a-z]+)$|^([a-z]+)\b/i;

/** The dashes that people, word processors and journals put between two depths. */
export const DASH = String.raw`[-\u2010-\u2014\u2212]`;

/** With more digits it is no depth, and may be no number. */
const FIGURE = String.raw`(-?\d{1,15}(?:\.\d+)?)`;
const INTERVAL = new RegExp(String.raw`^${FIGURE}(?:\s*([a-z]{1,12}))?\s*(?:${DASH}|\.\.|to)\s*${FIGURE}\s*([a-z]*)$`, 'i');
const SINGLE = new RegExp(String.raw`^${FIGURE}\s*([a-z]*)$`, 'i');
const OPEN = new RegExp(String.raw`^(?:>\s*${FIGURE}|${FIGURE}\s*\+)\s*([a-z]*)$`, 'i');

/**
 * Reads a depth as answers and files write it: `0-5`, `0–5 cm`, `0..30cm`, `0cm..30cm`, `0 to 0.3 m`, a single depth `30`, or an open
 * one `100+`. Gives `null` for anything else, for a unit that is no length, and for two units. Without a unit, figures are centimetres.
 */
export function readDepth(text: string): DepthInterval | null {
  const trimmed = text.trim();
  const interval = INTERVAL.exec(trimmed);
  if (interval) {
    const [, top, unitOfTop, bottom, unit = ''] = interval;
    return (unitOfTop ?? unit).toLowerCase() === unit.toLowerCase() ? inCentimetres(top, bottom, unit) : null;
  }
  const single = SINGLE.exec(trimmed);
  if (single) return inCentimetres(single[1], single[1], single[2]);
  const open = OPEN.exec(trimmed);
  if (open) return inCentimetres(open[1] ?? open[2], undefined, open[3]);
  return null;
}

/** The depth with the unit that the source gives beside it, unless the text has a unit of its own. */
export function withDepthUnit(text: string, unit: string | null): string {
  if (unit === null || !/\d\s*\+?$/.test(text)) return text;
  const [, last, first] = UNIT_WORD.exec(unit) ?? [];
  return `${text} ${last ?? first ?? unit}`;
}

function inCentimetres(top: string | undefined, bottom: string | undefined, unit = ''): DepthInterval | null {
  const factor = CENTIMETRES.get(unit.toLowerCase());
  return factor === undefined ? null : { top: scaled(top, factor), bottom: scaled(bottom, factor) };
}

/** Rounded to a thousandth of a millimetre, because 0.3 m is 30 cm and not 30.000000000000004. */
function scaled(figure: string | undefined, factor: number): number | null {
  return figure === undefined ? null : Math.round(Number(figure) * factor * 10_000) / 10_000;
}
