/** Characters. None that is known is longer; the patterns here take long for a long text. */
export const LONGEST_SPELLING = 200;

/** One spelling for `g kg-1`, `g·kg⁻¹`, `g/kg` and the QUDT address of the same. */
export function spelling(text: string): string {
  if (text.length > LONGEST_SPELLING) return text;
  return text
    .trim()
    .replace(/^https?:\/\/(?:www\.)?qudt\.org\/(?:\d[\d.]*\/)?vocab\/unit[/#]/, '')
    .normalize('NFKC')
    .replace(/[\u2212\u2010-\u2013]/g, '-')
    .replace(/μ/g, 'µ')
    .replace(
      /^([^\s/]*[^\s/.·*])[\s.·*]+([a-zA-Z]+)\^?-([1-3])$/,
      (_, above: string, below: string, power: string) => `${above}/${below}${power === '1' ? '' : power}`,
    )
    .replace(/[\s^]/g, '')
    .replace(/^%\((?:mass|vol)\)$/, (form) => form.replace(/[()]/g, ''));
}
