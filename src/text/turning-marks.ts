/**
 * The marks that turn the reading direction of the text around them, for a character class of a regular expression: every `Bidi_Control` of Unicode
 * (UAX 9, section 2). Letters that are written from right to left are not among them.
 */
export const TURNING_MARKS = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
