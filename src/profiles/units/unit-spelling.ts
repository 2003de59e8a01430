import { Remembered } from '../../records/remembered';
import { withoutQudt } from './qudt-name';
import { withoutWords } from './unit-words';

/** In characters. No known unit is longer, and the patterns here take long for a long text. */
export const LONGEST_SPELLING = 200;
/** `cmol(+)`, `cmol (c)`, `mmolc`, `cmol p+`: moles of charge. */
const OF_CHARGE = /\b([cm]?mol)[\s_]*(?:[([](?:\+|c|p\+|-)[)\]]|c(?![a-z])|p?\+)/;
/** What adds nothing: `g/kg of dry soil`, `dS/m at 25 °C`. */
const AFTERTHOUGHT = /\s(?:(?:of\s)?(?:dry\s)?soil|(?:at|@)\s?25\s?°?C)$/i;
/** `g kg-1`, `g·kg^-1`, `kg C m-2`, `mg (100 g)-1`, `cm3 100 cm-3`. */
const WITH_POWER = /^([^/]*?[^\s/.·*])[\s.·*]+\(?((?:100[\s.]*)?[a-zA-Z]+)\)?\^?-([1-3])$/;
/** `/(100.g)`, `/(m2)`. */
const IN_BRACKETS = /\/\((\d*)[.·*]?([a-zA-Z]+\d?)\)/;
/** `% (w/w)`, `wt.%`, `mass percent`; `vol. %`, `Vol-%`, `% v/v`. */
const SHARE_OF = /^%\(?(?:by)?(?:(mass|m\/m|weight|wt|w\/w)|(?:vol|volume|v\/v))\.?\)?$|^(?:(mass|masse|ma|m\/m|weight|wt|gew|w\/w)|(?:vol|volume|v\/v))[.-]{0,2}%$/i;

const spellings = new Remembered(respelt);

/**
 * One spelling for all names of a unit: `g kg-1`, `g·kg⁻¹`, `g/kg`, `grams per kilogram` and the QUDT address of the same. Units that are equal
 * only in number keep their own names, such as `%` and `g/100g`.
 */
export function spelling(text: string): string {
  return text.length > LONGEST_SPELLING ? text : spellings.of(text);
}

function respelt(text: string): string {
  const plain = withoutQudt(text.trim())
    .normalize('NFKC')
    .replace(/[\u2212\u2010-\u2013]/g, '-')
    .replace(/[μµ]/g, 'u')
    .replaceAll('**', '^')
    .replace(/[×✕]/g, 'x')
    .replace(OF_CHARGE, '$1(c)')
    .replace(AFTERTHOUGHT, '')
    .replace(WITH_POWER, (_, above: string, below: string, power: string) => `${above}/${below}${power === '1' ? '' : power}`);
  return withoutWords(plain)
    .replace(/[\s^]/g, '')
    .replace(IN_BRACKETS, '/$1$2')
    .replace(SHARE_OF, (_, massBehind?: string, massBefore?: string) => (massBehind ?? massBefore ? 'mass%' : 'vol%'));
}
