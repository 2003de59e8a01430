/** Where a value is filled into a name: `{{topic}}`. */
export const PLACE = /\{\{([^{}]*)\}\}/g;

/** What was meant to be filled in and is not: `{topic}`, `${topic}`, and braces that do not close (`{{topic}`). Other braces are a name's own. */
const UNFILLED = /\$?\{[\w.[\]"' ]*\}\}?|\{\{|\}\}/;

/** What in a template looks as if it were filled in, and would be in the name of every file; nothing where it is well-formed. */
export function unfilledIn(template: string): string | undefined {
  return UNFILLED.exec(template.replace(PLACE, ''))?.[0];
}
