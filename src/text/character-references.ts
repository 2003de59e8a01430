/** Named references of the Latin-1 letters, U+00A0 to U+00FF in order (HTML 4.01, 24.2.1). */
const LATIN_1 = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot ' +
  'cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml ' +
  'Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ' +
  'ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
).split(' ');

const NAMED_REFERENCES = new Map<string, string>([
  ...LATIN_1.map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries({
    amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”',
    bdquo: '„', bull: '•', hellip: '…', permil: '‰', prime: '′', Prime: '″', euro: '€', trade: '™', minus: '−', le: '≤', ge: '≥', ne: '≠',
    asymp: '≈', rarr: '→', larr: '←', alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', Delta: 'Δ', mu: 'μ', sigma: 'σ', infin: '∞',
  }),
]);

/** Text with the character references of HTML (`&amp;`, `&#38;`) decoded once; others stay as they are. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  const reference = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,7}));/gi;
  return text.replace(reference, (written, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED_REFERENCES.get(name) ?? written;
    const code = decimal !== undefined ? Number(decimal) : parseInt(hex ?? '', 16);
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '' : String.fromCodePoint(code);
  });
}
