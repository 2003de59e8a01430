#!/usr/bin/env node
import { type Command, readCommandLine, USAGE } from './command-line';
import { onStop } from './on-stop';
import { startSandbox } from './sandbox';

/** Runs a sandbox until it is told to stop (see {@link onStop}). Exit code 2: bad arguments; 1: it could not start. */
async function main(): Promise<void> {
  let command: Command;
  try {
    command = readCommandLine(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\nSee --help.\n`);
    process.exitCode = 2;
    return;
  }
  if (command.help) {
    process.stdout.write(USAGE);
    return;
  }
  // The reader of the output has gone away, as `head` does: there is nobody left to tell.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
  const log = command.quiet ? undefined : (line: string) => process.stdout.write(`${new Date().toISOString()} ${line}\n`);
  const sandbox = await startSandbox({ ...command.options, log });
  process.stdout.write(
    `The soil data sandbox is running. All its data are SYNTHETIC: invented, not measured.

  Service URL:    ${sandbox.baseUrl}
  Token URL:      ${sandbox.authUrl}
  Client id:      ${sandbox.clientId}
  Client secret:  ${sandbox.clientSecret}

Ctrl+C stops it.
`,
  );
  onStop(() => void sandbox.close().then(() => process.stdout.write('The sandbox has stopped.\n')));
}

main().catch((error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = code === 'EADDRINUSE' ? 'the port is taken: choose another with --port, or leave it out' : message;
  process.stderr.write(`The sandbox could not start: ${reason}.\n`);
  process.exitCode = 1;
});
