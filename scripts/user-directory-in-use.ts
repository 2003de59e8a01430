import { existsSync } from 'node:fs';
import path from 'node:path';
import { DirectoryLock } from '../src/jobs/journal/directory-lock';
import { diskFileSystem } from '../src/jobs/journal/file-system';
import { machineProcesses } from '../src/processes/process-mark';

/**
 * Two Node-REDs on one user directory would save over each other's flows, and one of them could keep no job.
 *
 * @throws OtherNodeRed if another one has the job directory in it
 */
export async function assertNotInUse(userDirectory: string): Promise<void> {
  const directory = path.join(userDirectory, 'soil-data');
  if (!existsSync(directory)) return;
  const lock = await DirectoryLock.take(directory, { fileSystem: diskFileSystem, processes: machineProcesses, log: console.log });
  // The nodes take it themselves.
  await lock.release();
}
