import type { Row } from './row';
import { area } from './rows/area';
import { discovery } from './rows/discovery';
import { download } from './rows/download';
import { records } from './rows/records';
import { start } from './rows/start';
import { wholeJobs } from './rows/whole-jobs';

/** In the order of the table. */
export const rows: Row[] = [discovery, wholeJobs, download, area, records, start];
