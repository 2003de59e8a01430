/** The addresses of QUDT, of any release, in full or with the prefixes that JSON-LD shortens them to. */
const ADDRESS = /^(?:https?:\/\/(?:www\.)?qudt\.org\/(?:\d[\d.]*\/)?vocab\/unit[/#]|(?:qudt-)?unit:)/;
const PREFIXES: Readonly<Record<string, string>> = { Nano: 'n', Micro: 'u', Milli: 'm', Centi: 'c', Deci: 'd', Deca: 'da', Hecto: 'h', Kilo: 'k', Mega: 'M' };
const SYMBOLS: ReadonlyMap<string, string> = new Map(
  'GM g,M m,L L,MOL mol,S S,PA Pa,N N,BAR bar,GM_F gf,TONNE t,TON_Metric t,HA ha,AC ac,SEC s,HR h,DAY d,IN in,FT ft,LB lb,PERCENT %,PERMILLE ‰,PPM ppm,PPTH ‰,PPB ppb,PH pH'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);
const PART = new RegExp(`^(${Object.keys(PREFIXES).join('|')})?([A-Z_]+|TON_Metric)([23])?$`);

/** `g/kg` for `http://qudt.org/vocab/unit/GM-PER-KiloGM`, `unit:GM-PER-KiloGM`, or the last part alone; any other text stays as it is. */
export function withoutQudt(text: string): string {
  const name = text.replace(ADDRESS, '');
  const parts = name.split('-PER-').map(symbol);
  return parts.length <= 2 && parts.every((part) => part !== undefined) ? parts.join('/') : name;
}

/** `cm3` for `CentiM3`. */
function symbol(part: string): string | undefined {
  const [, prefix, name = '', power = ''] = PART.exec(part) ?? [];
  const known = SYMBOLS.get(name);
  return known && `${prefix === undefined ? '' : PREFIXES[prefix]}${known}${power}`;
}
