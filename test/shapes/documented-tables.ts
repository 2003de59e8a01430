import { readFileSync } from 'node:fs';
import path from 'node:path';

const DOCUMENT = readFileSync(path.join(__dirname, '../../docs/shapes.md'), 'utf8');

/** The statements in docs/shapes.md for the tables of the SQL shapes, each on one line: of the records, and of the profiles. */
export const documentedTables: readonly string[] = [...DOCUMENT.matchAll(/^CREATE TABLE [^;]+;$/gm)].map(([statement]) =>
  statement.slice(0, -1).replace(/\s+/g, ' ').replace('( ', '(').replace(/ \)$/, ')'),
);

/** The statement there that reads stored records for soil-profile. */
export const [documentedQuery = ''] = /^SELECT [^;]+;$/m.exec(DOCUMENT) ?? [];
