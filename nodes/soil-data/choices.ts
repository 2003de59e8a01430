/** What a message gets: soil records, or the answer as it is; the first is the default. */
export const OUTPUTS = ['records', 'raw'] as const;
