/** A text as a single-line field can hold it. The field itself would drop line breaks: in WKT, 5 and 52 on two lines would become 552. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
