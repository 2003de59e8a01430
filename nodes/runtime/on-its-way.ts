/**
 * Resolves when a message that was on its way to a node has come in. Node-RED delivers a turn after the sending, and drops what comes after a node has
 * closed: a node that keeps messages waits for that with its closing.
 */
export function whatIsOnItsWay(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
