/** The line for a node whose settings, or whose service, cannot be used at the start, though messages of an earlier life are kept for it. */
export function keptUntilUsable(error: unknown): string {
  return `${(error as Error).message} What this node has kept from before goes on once that is put right (deploy or restart).`;
}
