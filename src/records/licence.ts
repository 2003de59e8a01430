import { folded } from '../text/folded';

/** An address of a licence of Creative Commons or of its waiver, with what leads to its text in a language: `/deed.de`. */
const ADDRESS = /(?:https?:\/\/)?(?:www\.)?creativecommons\.org\/(?:licenses\/([a-z-]+)|publicdomain\/zero)\/(\d+(?:\.\d+)?)[\w./#?=&%-]*/g;

/** In the texts that Creative Commons gives for web pages. */
const TAG = /<\/?(?:a|br|img|p|span)\b[^<>]*>/g;
/** Whatever is between words, and a point that is not within a number. */
const BETWEEN = /(?:[^\p{L}\p{M}\p{N}.]|\.(?![\p{L}\p{N}]))+/gu;

/** The elements of a Creative Commons licence, as spelled out in its name. */
const ELEMENTS: readonly (readonly [RegExp, string])[] = [
  [/^creative-?commons-/, 'cc-'],
  [/-attribution\b/, '-by'],
  [/-non-?commercial\b/, '-nc'],
  [/-share-?alike\b/, '-sa'],
  [/-no-?deriv(?:ative)?s?\b/, '-nd'],
];
/** The title of a licence's page: the long name without `Creative Commons`, and the short one after it: `Attribution 4.0 International (CC BY 4.0)`. */
const SHORT_NAME_LAST = /-cc-by(?:-(?:nc|nd|sa))*-\d+(?:\.\d+)*$/;
/** A short name without a version, and again with one: `CC BY (https://creativecommons.org/licenses/by/4.0/)`. */
const TWICE = /^(cc0|cc-by(?:-(?:nc|nd|sa))*)(?:-licen[cs]e)?-(?=\1-v?\d)/;
/** Words such as `International License` after the version do not make it another licence; nor does the short name after the long one. */
const VERSIONED = /^(cc-[a-z-]+?)-v?(\d+(?:\.\d+)*)(?:-(?:international|unported|generic|igo))?(?:-licen[cs]e)?(?:-\1-\2)?$/;
/** What only says that the rest is such a licence. */
const INTRODUCED = /^(?:(?:this-work-is-)?licen[cs]ed-under-(?:(?:an?|the)-)?|licen[cs]e-)(?=cc|creative-?commons-)/;
/** The waiver of Creative Commons, by its short name, the one SPDX gives it, or the title of its page. */
const ZERO = /^(?:cc-?0|(?:cc|creative-?commons)-zero)(?:-v?(\d+(?:\.\d+)*))?(?:-universal)?(?:-cc0-\1)?(?:-public-domain-dedication)?$/;

/**
 * One spelling for a licence: `CC BY 4.0`, `cc-by-4.0`, `Creative Commons Attribution 4.0 International`, `Attribution 4.0 International (CC BY 4.0)`
 * and `https://creativecommons.org/licenses/by/4.0/` are the same. What adds something to such a licence, or names two, is another one.
 * Follows the identifiers of SPDX, in lower case. Letters of all scripts tell licences apart; a text without any stays as it is.
 */
export function canonicalLicence(licence: string): string {
  const text = folded(licence);
  const addressed = new Set<string>();
  const noteAddress = (_: string, elements: string | undefined, version: string): string => {
    addressed.add(`${elements === undefined ? 'cc0' : `cc-${elements}`}-${version}`);
    return ' ';
  };
  // The short names come last, as in the titles of pages.
  const named = [text.replace(ADDRESS, noteAddress).replace(TAG, ' '), ...addressed].join(' ');
  const written = named.replace(BETWEEN, '-').replace(/^-|-$/g, '').replace(INTRODUCED, '');
  const name = written.startsWith('attribution-') && SHORT_NAME_LAST.test(written) ? `cc-${written}` : written;
  const waived = ZERO.exec(name.replace(TWICE, ''));
  if (waived) return waived[1] === undefined ? 'cc0' : `cc0-${waived[1]}`;
  const short = /^c(?:c|reative-?commons)-/.test(name) ? ELEMENTS.reduce((known, [long, element]) => known.replace(long, element), name) : name;
  return short.replace(TWICE, '').replace(VERSIONED, '$1-$2') || text;
}

/**
 * Whether a licence is one of those allowed. An allowed licence without a version (`CC BY`) takes any version, but never another licence
 * (`CC BY-NC`).
 */
export function licenceAllowed(licence: string, allowed: readonly string[]): boolean {
  const own = canonicalLicence(licence);
  const unversioned = own.replace(/-\d+(?:\.\d+)*$/, '');
  return allowed.some((one) => {
    const canonical = canonicalLicence(one);
    return canonical === own || canonical === unversioned;
  });
}
