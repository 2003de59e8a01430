// Begins a file in a folder as a download does, and is killed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryName } from '../../src/processes/temporary-name';

writeFileSync(join(process.argv[2] as string, temporaryName()), 'half');
process.kill(process.pid, 'SIGKILL');
