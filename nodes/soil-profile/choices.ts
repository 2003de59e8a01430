/** What a profile is made for; the first is the default. */
export const GROUPS = ['area', 'point', 'h3'] as const;
