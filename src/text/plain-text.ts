import { decodeReferences } from './character-references';
import { cut } from './cut';
import { isUntidy } from './single-line';
import { TURNING_MARKS } from './turning-marks';

/** Descriptions of datasets hold HTML fragments (specification, section 2.3); flows get plain text. */

/** Characters of a fragment that are read, tags included: a description has some thousands, and a list may have thousands of descriptions. */
const LONGEST_FRAGMENT = 20_000;
/** The start of a character reference that a cut may leave. */
const CUT_REFERENCE = /&[#a-z\d]{0,8}$/i;

/** What no text holds: control characters but line breaks, no-break spaces, and marks that turn the reading direction. */
const DISTURBING = new RegExp(`[\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u00a0${TURNING_MARKS}]`, 'g');

/** Elements that begin or end a line. */
const LINE_ELEMENTS = new Set(
  ('address article aside blockquote br caption dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody tfoot thead title tr ul').split(' '),
);

/** Elements whose content is code, never text. */
const CODE_ELEMENTS = new Set(['script', 'style']);

/**
 * An HTML fragment as plain text: tags and comments dropped, scripts and styles dropped with their content, character
 * references decoded once, block elements and `<br>` as single line breaks. Text without tags keeps its own line breaks.
 * A tag that never ends is text. Linear in the length; beyond 20,000 characters the fragment is cut, with an ellipsis.
 */
export function plainText(html: string): string {
  const isCut = html.length > LONGEST_FRAGMENT;
  const source = isCut ? cut(html, LONGEST_FRAGMENT).slice(0, -1).replace(CUT_REFERENCE, '') : html;
  const parts: string[] = [];
  let at = 0;
  let tags = 0;
  for (;;) {
    const open = nextTag(source, at);
    const end = open < 0 ? -1 : tagEnd(source, open);
    if (end < 0) break;
    parts.push(textBetweenTags(source.slice(at, open)));
    tags++;
    const name = elementName(source, open);
    if (LINE_ELEMENTS.has(name)) parts.push('\n');
    else if (name === 'td' || name === 'th') parts.push(' ');
    at = CODE_ELEMENTS.has(name) && source[open + 1] !== '/' ? afterCode(source, name, end) : end;
  }
  // A tag that the cut has left without its end is not text.
  const cutTag = isCut ? nextTag(source, at) : -1;
  const rest = cutTag < 0 || tagEnd(html, cutTag) < 0 ? source.slice(at) : source.slice(at, cutTag);
  parts.push(tags > 0 ? textBetweenTags(rest) : decodeReferences(rest));
  const text = tidyLines(parts.join(''), tags > 0 ? 1 : 2);
  return isCut ? `${text}…` : text;
}

/** Where the next tag or comment begins; `<` before anything else (`pH < 7`, `<5 %`) is text. */
function nextTag(source: string, from: number): number {
  for (let at = source.indexOf('<', from); at >= 0; at = source.indexOf('<', at + 1)) {
    if (/[a-z/!?]/i.test(source[at + 1] ?? '')) return at;
  }
  return -1;
}

/** The position after the tag or comment that begins at `open`; -1 if it never ends. `>` in quotes does not end it. */
function tagEnd(source: string, open: number): number {
  if (source.startsWith('<!--', open)) {
    const close = source.indexOf('-->', open + 4);
    return close < 0 ? -1 : close + 3;
  }
  let at = open + 1;
  while (at < source.length) {
    const character = source[at];
    if (character === '>') return at + 1;
    if (character === '"' || character === "'") {
      at = source.indexOf(character, at + 1);
      if (at < 0) return -1;
    }
    at++;
  }
  return -1;
}

function elementName(source: string, open: number): string {
  return /^<\/?([a-z][a-z0-9]*)/i.exec(source.slice(open, open + 24))?.[1]?.toLowerCase() ?? '';
}

function afterCode(source: string, name: string, from: number): number {
  const closing = name === 'script' ? /<\/script/gi : /<\/style/gi;
  closing.lastIndex = from;
  const end = closing.test(source) ? source.indexOf('>', closing.lastIndex) : -1;
  return end < 0 ? source.length : end + 1;
}

function textBetweenTags(text: string): string {
  return decodeReferences(text.replace(/[ \t\r\n\f]+/g, ' '));
}

/** No control characters but line breaks, no blanks at the ends of lines, at most `breaks` line breaks in a row. */
function tidyLines(text: string, breaks: 1 | 2): string {
  if (!isUntidy(text)) return text.trim();
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(DISTURBING, ' ')
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .join('\n')
    .replace(/\n+/g, (run) => run.slice(0, breaks))
    .trim();
}
