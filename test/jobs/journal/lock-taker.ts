import { SoilError } from '../../../src/errors/soil-error';
import { DirectoryLock } from '../../../src/jobs/journal/directory-lock';
import { diskFileSystem } from '../../../src/jobs/journal/file-system';
import { machineProcesses } from '../../../src/processes/process-mark';

/** A process that takes a lock on command, says how that went, and keeps it until it is killed. */
process.on('message', () => {
  DirectoryLock.take(process.argv[2] as string, { fileSystem: diskFileSystem, processes: machineProcesses, log: () => undefined }).then(
    () => process.send?.('taken'),
    (error: unknown) => process.send?.(error instanceof SoilError ? error.code : String(error)),
  );
});
process.send?.('ready');
