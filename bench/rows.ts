import type { Row } from './row';
import { discovery } from './rows/discovery';

/** In the order of the table. */
export const rows: Row[] = [discovery];
