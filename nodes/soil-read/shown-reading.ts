import type { NodeAPI } from 'node-red';
import { emptyGrids } from '../runtime/empty-result';
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
  /** Whether all messages sent were empty, though data may have been read. */
  isEmpty: boolean;
  signal: AbortSignal;
}

/** Shows the result of a reading: how much was read, and whether that is all of it; or why nothing was. */
export async function showReading(RED: NodeAPI, status: NodeStatus, told: Told, { msg, areGrids, isEmpty, signal }: Read): Promise<void> {
  const { counts, problems, grids, tables } = told;
  const isWhole = !counts.namesUnmet && !isEmpty && problems.count === 0;
  const look = isWhole ? 'done' : 'attention';
  if (counts.records > 0) {
    if (areGrids) status.showFilled(look, 'grid', counts.records, emptyGrids(msg.payload));
    else status.showCount(look, 'record', counts.records);
  } else if (counts.found > 0) status.show('attention', 'noData');
  // A table that cannot be read deserves more attention than the grids beside it.
  else if (!areGrids && grids > 0 && (tables === 0 || problems.count === 0)) status.showCount('attention', 'gridsOnly', grids);
  else if (areGrids && grids === 0 && problems.count > 0) status.show('attention', 'noGrids');
  else if (problems.count > 0) status.show('attention', 'noneReadable');
  else await showNoData(RED, status, queryOf(msg), { temporalCoverage: sourcePart(msg).temporalCoverage, signal });
}
