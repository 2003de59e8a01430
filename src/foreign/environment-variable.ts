/** The name in `${NAME}`, if that is the whole text: Node-RED replaces it with the variable's value, and leaves it as it stands if there is none. */
export function environmentVariable(text: string): string | undefined {
  return /^\$\{([^{}\s]+)\}$/.exec(text)?.[1];
}

/** Whether a variable is a part of a text alone, as in `https://${HOST}/v1`: Node-RED replaces no part, and would take the text as it stands. */
export function hasVariableInPart(text: string): boolean {
  return text.includes('${') && environmentVariable(text) === undefined;
}

/** What an error says of such a setting, after its name. */
export const VARIABLE_IN_PART = 'holds ${...} next to other text: an environment variable is replaced only if ${NAME} is the whole setting; put the whole value into one variable';

/** Whether a variable has white space around it, as copied text may: Node-RED replaces it as little as one in part of a text. */
export function isSpacedVariable(text: string): boolean {
  return environmentVariable(text) === undefined && environmentVariable(text.trim()) !== undefined;
}

/** What an error says, after its name, of a setting whose text is a variable: Node-RED has left it as it stands. `undefined` for any other text. */
export function unsetVariable(text: string): string | undefined {
  if (isSpacedVariable(text)) return `has white space around ${text.trim()}: an environment variable is replaced only if it is the whole setting; remove the white space`;
  const name = environmentVariable(text);
  return name && `takes the environment variable ${name}, which is not set; set it, then deploy or start Node-RED again`;
}
