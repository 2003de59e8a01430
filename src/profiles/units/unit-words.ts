/** Words that sources write in a unit, with the symbol that stands for them. Case counts if it tells two units apart (Mg, mg). In order: `metric tons` before `tons`. */
const WORDS: readonly [words: RegExp, symbol: string][] = [
  [/\b(?:per\s?cent|pct)\b/gi, '%'],
  [/\b(?:per|pro)\s?mill?e\b|\b(?:permil|promil)\b|^[0o]\/[0o]{2}$|^\[ppth\]$/gi, '‰'],
  [/^\[(pH|ppm|ppb)\]$/g, '$1'],
  [/^pH\s?units?$/gi, 'pH'],
  [/\[(in|ft)_i\]/g, '$1'],
  [/\s{1,9}per\s{1,9}/gi, '/'],
  [/\bmilligram(?:me)?s?\b/gi, 'mg'],
  [/\bmicrogram(?:me)?s?\b/gi, 'ug'],
  [/\bkilogram(?:me)?s?\b|\bkgs\b/gi, 'kg'],
  [/\bKg\b/g, 'kg'],
  [/\bgram(?:me)?s?\b|\bgms?\b/gi, 'g'],
  [/\btonnes?\b|\bmetric tons?\b/gi, 't'],
  [/\btons\b/gi, 'ton'],
  [/\bpounds?\b|\blbs\b/gi, 'lb'],
  [/\bmilli-?equivalents?\b|\bm\.\s?e\.(?=\s?\/)|\bmeq\b|\b(?:me|mval)(?=\s?\/)/gi, 'meq'],
  [/\bcc\b/gi, 'cm3'],
  [/\bsq(?:uare\s+|\.\s*|\s+)(centi|deci|milli|[cdm])?(met(?:re|er)s?|m)\b/gi, '$1$2 2'],
  [/\bcu(?:bic\s+|\.\s*|\s+)(centi|deci|milli|[cdm])?(met(?:re|er)s?|m)\b/gi, '$1$2 3'],
  [/\bcentimet(?:re|er)s?\b/gi, 'cm'],
  [/\bdecimet(?:re|er)s?\b/gi, 'dm'],
  [/\bmillimet(?:re|er)s?\b/gi, 'mm'],
  [/\bmicromet(?:re|er)s?\b|\bmicrons?\b/gi, 'um'],
  [/\bmet(?:re|er)s?\b/gi, 'm'],
  [/\binch(?:es)?\b/gi, 'in'],
  [/\b(?:foot|feet)\b/gi, 'ft'],
  [/\bhectares?\b|\bhar\b/gi, 'ha'],
  [/\bacres?\b/gi, 'ac'],
  [/\b(m)?(?:l|lit(?:re|er)s?)\b/g, '$1L'],
  [/\bdecisiemens?\b/gi, 'dS'],
  [/\bmilli-?mhos?\b|\bmmhos\b/gi, 'mmho'],
  [/\bmicro-?mhos?\b|\bumhos\b/gi, 'umho'],
  [/\/\s?days?\b/gi, '/d'],
  [/\/\s?(?:hours?|hrs?)\b/gi, '/h'],
  [/\/\s?(?:seconds?|sec)\b/gi, '/s'],
];

/** A unit in symbols alone: `mg/kg` for `milligrams per kilogram`. */
export function withoutWords(text: string): string {
  return WORDS.reduce((shorter, [words, symbol]) => shorter.replace(words, symbol), text);
}
