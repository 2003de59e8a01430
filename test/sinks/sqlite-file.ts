import { createRequire } from 'node:module';
import type { Row } from './stored-rows';

interface Database {
  all(query: string, done: (error: Error | null, rows: Row[]) => void): void;
  close(done: () => void): void;
}

interface Sqlite3 {
  OPEN_READONLY: number;
  Database: new (file: string, mode: number, opened: (error: Error | null) => void) => Database;
}

/** What a database file holds, read beside the program that writes it. */
export function sqliteRows(file: string, query: string): Promise<Row[]> {
  const { Database, OPEN_READONLY } = createRequire(__filename)('sqlite3') as Sqlite3;
  return new Promise((resolve, reject) => {
    const database = new Database(file, OPEN_READONLY, (failed) => {
      if (failed) return reject(failed);
      database.all(query, (error, rows) => database.close(() => (error ? reject(error) : resolve(rows))));
    });
  });
}
