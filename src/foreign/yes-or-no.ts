/** A yes or no, given as such or as a text, whatever its case: dialogs and runtime read by it. `undefined` if it is neither. */
export function yesOrNo(value: unknown): boolean | undefined {
  const read = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (read === true || read === 'true') return true;
  return read === false || read === 'false' ? false : undefined;
}
