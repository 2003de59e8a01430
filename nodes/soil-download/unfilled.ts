/** A placeholder for a value in a name: `{{topic}}`. */
export const PLACE = /\{\{([^{}]*)\}\}/g;

/** What was meant as a placeholder and is none: `{topic}`, `${topic}`, and braces that do not close (`{{topic}`). Other braces belong to the name. */
const UNFILLED = /\$?\{[\w.[\]"' ]*\}\}?|\{\{|\}\}/;

/** What in a template looks like a placeholder, but would stand in the name of every file; nothing if it is well-formed. */
export function unfilledIn(template: string): string | undefined {
  return UNFILLED.exec(template.replace(PLACE, ''))?.[0];
}
