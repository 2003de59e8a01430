/** The name in `${NAME}`, where that is the whole text: the form that Node-RED replaces with the variable's value, and leaves as it stands where there is none. */
export function environmentVariable(text: string): string | undefined {
  return /^\$\{([^{}\s]+)\}$/.exec(text)?.[1];
}
