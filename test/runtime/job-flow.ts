import { readFile } from 'node:fs/promises';
import type { Sandbox } from '../../src/sandbox/sandbox';

export const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';

/**
 * Submits what is posted to /soil/submit, waits, downloads the file if it is asked to, and appends what comes out to a file, one line each.
 */
export function flowOn(sandbox: Sandbox, out: string, options: { download?: boolean } = {}): Record<string, unknown>[] {
  return [
    { id: 'tab', type: 'tab', label: 'restart' },
    { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: sandbox.baseUrl, authUrl: sandbox.authUrl, timeout: 20, requestsPerSecond: 100 },
    node('in', 'http in', [['take']], { url: '/submit', method: 'post' }),
    node('take', 'change', [['submit']], {
      rules: ['soil', 'topic'].map((name) => ({ t: 'set', p: name, pt: 'msg', to: `payload.${name}`, tot: 'msg' })),
    }),
    node('submit', 'soil-submit', [['wait', 'accepted']], { service: 'svc', reuse: false }),
    node('accepted', 'http response', [], { statusCode: '202' }),
    node('wait', 'soil-wait', [[options.download ? 'download' : 'line'], []], { service: 'svc', firstPoll: 0.2, maxPoll: 0.5 }),
    node('download', 'soil-download', [['line'], []], { service: 'svc' }),
    node('line', 'change', [['file']], {
      rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '$string({"topic": topic, "job": soil.job.id, "link": payload, "again": soil.job.redelivered})', tot: 'jsonata' }],
    }),
    node('file', 'file', [[]], { filename: out, filenameType: 'str', appendNewline: true, overwriteFile: 'false' }),
    node('catch', 'catch', [['failed']], { scope: null }),
    node('failed', 'change', [['file']], { rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '$string({"topic": topic, "error": error.code})', tot: 'jsonata' }] }),
  ];
}

/** Appends the text of each status of that flow to a file. */
export function statusesInto(file: string): Record<string, unknown>[] {
  return [
    node('status', 'status', [['text']], { scope: null }),
    node('text', 'change', [['statuses']], { rules: [{ t: 'set', p: 'payload', pt: 'msg', to: 'status.text', tot: 'msg' }] }),
    node('statuses', 'file', [[]], { filename: file, filenameType: 'str', appendNewline: true, overwriteFile: 'false' }),
  ];
}

/** A node on the one tab of a flow. */
export function node(id: string, type: string, wires: string[][], more: object = {}): Record<string, unknown> {
  return { id, type, z: 'tab', x: 1, y: 1, wires, ...more };
}

/** One line of that file. */
export interface Line {
  topic: string;
  job?: string;
  link?: string;
  error?: string;
  /** After a crash it may have come out before. */
  again?: boolean;
}

/** The lines so far; a last one that was cut by a kill does not count. */
export async function linesOf(out: string): Promise<Line[]> {
  const lines = (await readFile(out, 'utf8')).split('\n');
  return lines.slice(0, -1).filter(Boolean).map((line) => JSON.parse(line) as Line);
}
