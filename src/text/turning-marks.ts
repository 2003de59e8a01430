/**
 * The marks that turn the reading direction of the text around them, as they stand in a character class of a regular expression: each `Bidi_Control` of
 * Unicode (UAX 9, section 2). Letters that are written from right to left are none.
 */
export const TURNING_MARKS = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
