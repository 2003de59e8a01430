/** A text as a field of one line holds it. The field itself would leave its line breaks out: of WKT, 5 and 52 on two lines would be 552. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
