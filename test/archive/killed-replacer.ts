// Extracts a zip over the folder that an earlier one made, and is killed when the new folder is in place and the old one is about to go.
import { extractArchive } from '../../src/archive/extract-archive';
import { systemFiles } from '../../src/disk/system-files';

const [zip, folder] = process.argv.slice(2) as [string, string];
const files = { ...systemFiles, rm: () => Promise.resolve(process.kill(process.pid, 'SIGKILL')).then(() => undefined) };
void extractArchive(zip, folder, { exists: 'replace', files });
