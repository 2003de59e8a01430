import type { NodeAPI } from 'node-red';
import { queryOf } from '../runtime/settings/query-settings';
import { sourcePart, type SoilMessage } from '../runtime/soil-message';
import { showNoData } from '../runtime/status/no-data';
import type { NodeStatus } from '../runtime/status/node-status';
import type { Told } from './read-export';

interface Read {
  /** With what was read. */
  msg: SoilMessage;
  /** Whether grids were read, not records. */
  areGrids: boolean;
  /** Whether nothing is in any message that went out, though data may have been read. */
  isEmpty: boolean;
  signal: AbortSignal;
}

/** Shows what a reading has come to: how much was read, and whether that is all; or why it is nothing. */
export async function showReading(RED: NodeAPI, status: NodeStatus, { counts, problems }: Told, { msg, areGrids, isEmpty, signal }: Read): Promise<void> {
  const isWhole = !counts.namesUnmet && !isEmpty && problems.count === 0;
  if (counts.records > 0) status.showCount(isWhole ? 'done' : 'attention', areGrids ? 'grid' : 'record', counts.records);
  else if (counts.found > 0) status.show('attention', 'noData');
  else if (problems.count > 0) status.show('attention', 'noneReadable');
  else await showNoData(RED, status, queryOf(msg), { temporalCoverage: sourcePart(msg).temporalCoverage, signal });
}
