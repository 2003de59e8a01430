/** The start of a sentence about things that were counted: `1 ring was`, `2 rings were`. */
export function were(count: number, thing: string): string {
  return count === 1 ? `1 ${thing} was` : `${count} ${thing}s were`;
}

/** What happened to positions of more than two numbers. */
export function cutToTwo(positions: number): string {
  return `${were(positions, 'position')} cut to longitude and latitude: heights and measures are not used.`;
}
