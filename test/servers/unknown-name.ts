/**
 * A name that no machine has. One of its labels is longer than the 63 letters that there may be, so that the system knows it without a name
 * server: one that is out of reach takes longer to be given up than a test waits.
 */
export const UNKNOWN_NAME = `${'soil'.repeat(16)}.example`;
