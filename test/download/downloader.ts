// Downloads a file in a process of its own, until it is killed or done.
import { downloadFile } from '../../src/download/download-file';

const [url, directory] = process.argv.slice(2) as [string, string];
const { origin } = new URL(url);
downloadFile({ url, job: 'job-1', service: 'service-1', directory, filename: 'soil.zip', exists: 'replace', apiOrigin: origin, allowPrivateHosts: true, timeoutSeconds: 60, retryBudgetSeconds: 60 }).then(
  ({ sha256 }) => process.stdout.write(`${sha256}\n`),
  (error: unknown) => process.stdout.write(`${String(error)}\n`),
);
