import type { Node } from 'node-red';

/** What Node-RED passes to the hooks `preDeliver`, `onReceive` and `postReceive`. */
export interface DeliveryEvent {
  msg: { _msgid?: string };
  source: { id: string };
  destination: { id: string; node?: Node };
}

/** What Node-RED passes to the hook `onComplete`. */
export interface CompletionEvent {
  msg: { _msgid?: string };
  node: { id: string };
}

/** Whether a node is of the old kind, which takes no `done` and so cannot say when it is done. */
export function isOfOldKind(node: Node | undefined): boolean {
  return (node as { _expectedDoneCount?: unknown } | undefined)?._expectedDoneCount === 0;
}
