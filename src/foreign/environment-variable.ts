/** The name in `${NAME}`, where that is the whole text: Node-RED replaces it with the variable's value, and leaves it as it stands where there is none. */
export function environmentVariable(text: string): string | undefined {
  return /^\$\{([^{}\s]+)\}$/.exec(text)?.[1];
}
