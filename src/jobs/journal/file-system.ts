import { makePrivateFolder } from '../../disk/make-folder';
import { syncFolder } from '../../disk/sync-folder';
import { systemFiles } from '../../disk/system-files';

/** An open file, as the journal needs it. */
export interface OpenFile {
  /** Writes at the end. Gives the number of bytes taken, which may be less than given. */
  write(bytes: Buffer): Promise<number>;
  /** Returns once the file's data are on the disk: fdatasync(2). */
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

/** The file system as jobs need it. Passed in, so that tests can make any call of it fail. Errors are those of `node:fs`. */
export interface FileSystem {
  /** Makes a directory that nobody else can read, and its parents. Does nothing if it exists. */
  makeDirectory(directory: string): Promise<void>;
  /** The canonical path of an existing directory. */
  realPath(directory: string): Promise<string>;
  list(directory: string): Promise<string[]>;
  read(file: string): Promise<Buffer>;
  /**
   * Opens for writing at the end: `append` makes the file if there is none, `create` fails if there is one. Nobody else can read it.
   */
  open(file: string, mode: 'append' | 'create'): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  /** Gives the file a second name; fails if that name is taken: link(2). */
  link(from: string, to: string): Promise<void>;
  remove(file: string): Promise<void>;
  /** Returns once the names in a directory are on the disk. */
  syncDirectory(directory: string): Promise<void>;
  /** Sets the time of the last change; to now if nothing else is permitted. */
  touch(file: string, time: Date): Promise<void>;
  /** Time of the last change, ms since 1970: on a share, as its server has it. */
  modified(file: string): Promise<number>;
}

const PRIVATE_FILE = 0o600;

/** The machine's own. */
export const diskFileSystem: FileSystem = {
  makeDirectory: (directory) => makePrivateFolder(directory, systemFiles),
  realPath: (directory) => systemFiles.realpath(directory),
  list: (directory) => systemFiles.readdir(directory),
  read: (file) => systemFiles.readFile(file),
  rename: (from, to) => systemFiles.rename(from, to),
  link: (from, to) => systemFiles.link(from, to),
  remove: (file) => systemFiles.unlink(file),
  // Only its owner may set the times of a file; on a share, that may be whoever mounted it.
  touch: (file, time) => systemFiles.utimes(file, time, time).catch(() => writeAgain(file)),
  modified,

  async open(file, mode) {
    const handle = await systemFiles.open(file, mode === 'append' ? 'a' : 'ax', PRIVATE_FILE);
    return {
      write: async (bytes) => (await handle.write(bytes)).bytesWritten,
      sync: () => handle.datasync(),
      truncate: (length) => handle.truncate(length),
      close: () => handle.close(),
    };
  },

  syncDirectory: (directory) => syncFolder(directory, systemFiles),
};

/** Opens the file to look: a share answers a bare stat(2) from its cache, for up to a minute. */
async function modified(file: string): Promise<number> {
  const handle = await systemFiles.open(file);
  try {
    return (await handle.stat()).mtimeMs;
  } finally {
    await handle.close();
  }
}

/** Writes the first byte of a file once more: that changes its time and nothing else. */
async function writeAgain(file: string): Promise<void> {
  const handle = await systemFiles.open(file, 'r+');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, 0);
    await handle.write(buffer, 0, bytesRead, 0);
  } finally {
    await handle.close();
  }
}
