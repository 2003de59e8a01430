/** `<0.1`, and what laboratories write where they found too little to measure. */
const CENSORED = /^(?:[<≤]|(?:nd|n\.\s?d\.?|bdl|lod|loq|traces?|not detected|below (?:the )?(?:detection|quantification|reporting|determination)? ?limit)$)/i;

/** Whether the text of a value says that it lies below what could be measured. It is then not a class, and a mean without it is too high. */
export function isCensored(value: string): boolean {
  return CENSORED.test(value);
}
