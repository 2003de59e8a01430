import type * as fs from 'node:fs/promises';

/** The calls of `node:fs/promises` that a download makes: passed in, so that tests can make them fail. */
export type DownloadFiles = Pick<
  typeof fs,
  'link' | 'lstat' | 'mkdir' | 'open' | 'opendir' | 'readFile' | 'realpath' | 'rename' | 'rm' | 'stat' | 'statfs' | 'unlink' | 'writeFile'
>;
