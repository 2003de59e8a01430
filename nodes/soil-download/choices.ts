/** Where a download goes; the first is the default. */
export const TARGETS = ['file', 'buffer'] as const;

/** What is done if a file of the same name exists; the first is the default. */
export const WHERE_IT_EXISTS = ['replace', 'keep', 'number'] as const;
