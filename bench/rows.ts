import type { Row } from './row';
import { area } from './rows/area';
import { delay } from './rows/delay';
import { discovery } from './rows/discovery';
import { download } from './rows/download';
import { editor } from './rows/editor';
import { growth } from './rows/growth';
import { pending } from './rows/pending';
import { records } from './rows/records';
import { start } from './rows/start';
import { wholeJobs } from './rows/whole-jobs';

/** In the order of the table. */
export const rows: Row[] = [discovery, wholeJobs, pending, delay, download, area, records, start, editor, growth];
