/** Where a download goes; the first is the default. */
export const TARGETS = ['file', 'buffer'] as const;

/** What is done where a file of the same name is there already; the first is the default. */
export const WHERE_IT_EXISTS = ['replace', 'keep', 'number'] as const;
