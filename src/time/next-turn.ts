/** Resolves in the next turn of the event loop, after what is to run in that turn by now. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
