import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadFile } from '../../src/download/download-file';
import type { DownloadParts, DownloadRequest, DownloadedFile } from '../../src/download/download-request';
import { SoilError, type SoilErrorCode } from '../../src/errors/soil-error';
import type { Delay } from '../../src/transport/http-exchange';
import { buildZip } from '../archive/zip-builder';
import { seeded } from '../random/seeded';
import { PatientClock } from '../time/patient-clock';
import { FileServer } from './file-server';

/** A zip of so many bytes that cannot be packed: every byte of it counts. */
export function zipOf(bytes: number, seed = 1): Buffer {
  const random = seeded(seed);
  const content = Buffer.from(Array.from({ length: Math.max(0, bytes - 114) }, () => Math.floor(random() * 256)));
  return buildZip([{ name: 'data.bin', content, stored: true }]);
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A storage host, an empty folder, and downloads from the host to the folder on a fast clock. */
export class DownloadScenario {
  server!: FileServer;
  folder!: string;
  delays: Delay[] = [];
  clock = new PatientClock(200);

  /** @param smallBytes see `DownloadParts`: 0 brings every byte to the disk as it comes */
  constructor(private readonly smallBytes?: number) {}

  static inEachTest(content: Buffer, smallBytes?: number): DownloadScenario {
    const scenario = new DownloadScenario(smallBytes);
    beforeEach(() => scenario.open(content));
    afterEach(async () => {
      await scenario.close();
      assert.deepEqual(scenario.server.answers, [], 'answers that were not used');
    });
    return scenario;
  }

  async open(content: Buffer): Promise<void> {
    this.server = await new FileServer(content).start();
    this.folder = await mkdtemp(join(tmpdir(), 'download-'));
    this.delays = [];
    this.clock = new PatientClock(200);
  }

  async close(): Promise<void> {
    await this.server.close();
    // Windows removes no file that is still open, and an aborted download closes its file a moment later.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  request(more: Partial<DownloadRequest> = {}): DownloadRequest {
    return {
      url: `${this.server.origin}/soil.zip?signature=secret`,
      job: 'job-1',
      service: 'service-1',
      directory: this.folder,
      filename: 'soil.zip',
      exists: 'replace',
      apiOrigin: this.server.origin,
      allowPrivateHosts: false,
      timeoutSeconds: 2000,
      retryBudgetSeconds: 300,
      onDelay: (delay) => this.delays.push(delay),
      ...more,
    };
  }

  download(more: Partial<DownloadRequest> = {}, parts: DownloadParts = {}): Promise<DownloadedFile> {
    return downloadFile(this.request(more), { clock: this.clock, random: () => 0.5, smallBytes: this.smallBytes, ...parts });
  }

  /** Names in the folder, at once: what is about to be gone is still there. */
  names(): Promise<string[]> {
    return Promise.resolve(readdirSync(this.folder).sort());
  }

  async read(name = 'soil.zip'): Promise<Buffer> {
    return readFile(join(this.folder, name));
  }

  /** The download was as the server has it, and nothing else is in the folder. */
  async assertWhole(file: DownloadedFile, content = this.server.content): Promise<void> {
    assert.deepEqual({ bytes: file.bytes, sha256: file.sha256 }, { bytes: content.length, sha256: sha256(content) });
    assert.deepEqual(await this.names(), ['soil.zip']);
    assert.ok((await readFile(file.path)).equals(content), 'other bytes');
  }
}

/** The error that a download ends in. */
export async function failureOf(work: Promise<unknown>, code: SoilErrorCode, said?: RegExp): Promise<SoilError> {
  const outcome = await work.then(
    () => assert.fail(`expected ${code}`),
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof SoilError, String(outcome));
  assert.equal(outcome.code, code, outcome.message);
  if (said) assert.match(outcome.message, said);
  assert.doesNotMatch(JSON.stringify(outcome) + outcome.message + String(outcome.stack), /signature=|secret/);
  return outcome;
}
