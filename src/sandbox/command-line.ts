import { parseArgs } from 'node:util';
import type { SandboxOptions } from './sandbox';

/** What `--help` says. */
export const USAGE = `Runs the soil data sandbox: the whole service as a local HTTP server, on synthetic data.

Usage: npx soil-data-sandbox [options]      where the package is installed
       npm run sandbox -- [options]        in a clone of its repository

  --port N               port, 0 to 65535 (default 0: a free one)
  --host NAME            interface (default 127.0.0.1: this machine only)
  --client-id TEXT       client identifier (default sandbox-client)
  --client-secret TEXT   client secret (default: a new one at each start)
  --token-seconds N      lifetime of a token (default 86400)
  --job-seconds N        time that a job takes (default 4; fractions are allowed)
  --link-seconds N       lifetime of a download link (default 1800)
  --bytes-per-second N   limits the speed of downloads (default: no limit)
  --fault-percent N      percentage of requests that fail, at random (default 0)
  --directory PATH       keeps jobs here, so that they survive a restart
  --quiet                does not print a line for each request
  --help                 this text
`;

/** What the command line asks for. */
export type Command = { help: true } | { help: false; quiet: boolean; options: SandboxOptions };

/**
 * Reads the arguments.
 * @throws Error with a sentence for the person at the terminal
 */
export function readCommandLine(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: false,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      'client-id': { type: 'string' },
      'client-secret': { type: 'string' },
      'token-seconds': { type: 'string' },
      'job-seconds': { type: 'string' },
      'link-seconds': { type: 'string' },
      'bytes-per-second': { type: 'string' },
      'fault-percent': { type: 'string' },
      directory: { type: 'string' },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return { help: true };
  const texts = { host: values.host, clientId: values['client-id'], clientSecret: values['client-secret'], directory: values.directory };
  for (const [name, value] of Object.entries(texts)) {
    if (value === '') throw new Error(`--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)} must not be empty.`);
  }
  const numbers = {
    port: wholeNumber('port', values.port, 0, 65_535),
    tokenSeconds: wholeNumber('token-seconds', values['token-seconds'], 1),
    jobSeconds: amount('job-seconds', values['job-seconds']),
    linkSeconds: amount('link-seconds', values['link-seconds']),
    bytesPerSecond: wholeNumber('bytes-per-second', values['bytes-per-second'], 1),
    faultPercent: wholeNumber('fault-percent', values['fault-percent'], 0, 100),
  };
  const given = Object.entries({ ...texts, ...numbers }).filter(([, value]) => value !== undefined);
  return { help: false, quiet: values.quiet, options: Object.fromEntries(given) };
}

const LARGEST = 1_000_000_000;

function wholeNumber(name: string, text: string | undefined, least: number, most = LARGEST): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text) || Number(text) < least || Number(text) > most) {
    throw new Error(`--${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  }
  return Number(text);
}

function amount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(text) || Number(text) > LARGEST) {
    throw new Error(`--${name} must be a number from 0 to ${LARGEST}, not "${text}".`);
  }
  return Number(text);
}
