import type { Node } from 'node-red';

/** What the hooks `preDeliver`, `onReceive` and `postReceive` of Node-RED tell. */
export interface DeliveryEvent {
  msg: { _msgid?: string };
  source: { id: string };
  destination: { id: string; node?: Node };
}

/** What the hook `onComplete` tells. */
export interface CompletionEvent {
  msg: { _msgid?: string };
  node: { id: string };
}

/** Whether a node is of the old kind, which takes no `done`: it cannot tell when it is. */
export function isOfOldKind(node: Node | undefined): boolean {
  return (node as { _expectedDoneCount?: unknown } | undefined)?._expectedDoneCount === 0;
}
