import type { Clock } from '../time/clock';
import type { DeliveryTracker, Sender } from './delivery/delivery-tracker';
import type { FlowGate } from './delivery/flow-gate';
import type { FlowWork } from './delivery/flow-work';
import type { Journal } from './journal/journal';
import type { FileTask, Ledger } from './ledger/ledger';
import type { LedgerChange } from './ledger/ledger-change';
import type { FlowMessage } from './messages/flow-message';

/** What the parts of one keeper share: each of them picks what it needs. */
export interface KeeperContext {
  /** What the journal says, and what is on its way into it. */
  ledger: Ledger;
  /** Takes each change, for the ledger and for the disk. */
  journal: Journal<LedgerChange>;
  /** Work on files whose messages are in memory alone. */
  unstored: Map<string, FileTask>;
  clock: Clock;
  /** Between 0 and 1. */
  random: () => number;
  log: (line: string) => void;
  /** Whether messages may leave their nodes. */
  flowGate: FlowGate;
  /** What nodes are at work on. */
  work: FlowWork;
  /** Messages on their way to nodes that keep nothing. */
  toOthers: DeliveryTracker;
  /** To be told when a message is in the journal here, and which kind of node is usually before the one that it came to. */
  arrived: (job: string, message: FlowMessage, before?: Sender) => void;
}
