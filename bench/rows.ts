import type { Row } from './row';
import { discovery } from './rows/discovery';
import { reading } from './rows/reading';
import { start } from './rows/start';
import { wholeJobs } from './rows/whole-jobs';

/** In the order of the table. */
export const rows: Row[] = [discovery, wholeJobs, start, reading];
