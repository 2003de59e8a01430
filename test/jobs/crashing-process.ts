import fs from 'node:fs';
import { JobKeeper } from '../../src/jobs/job-keeper';
import { diskFileSystem, type FileSystem, type OpenFile } from '../../src/jobs/journal/file-system';
import type { Job } from '../../src/service/job';
import type { ServiceSettings } from '../../src/service/service-settings';
import { SoilService } from '../../src/service/soil-service';
import { waitListener } from './wait-listener';

/** What the process is told, as JSON in its argument. */
export interface Orders {
  directory: string;
  settings: ServiceSettings;
  /** Messages to submit, by identifier and geometry. */
  messages: { _msgid: string; geometry: string }[];
  /** Whether they are submitted all at once, or one after another. */
  atOnce?: true;
  /** The step at which the process kills itself; -1: at none. */
  lastStep: number;
}

/** What the process says, one line each: written at once, so that it is there even if the next step kills the process. */
export type News =
  | { news: 'accepted' | 'unknown'; id: string }
  | { news: 'delivered'; id: string; job: string; again: boolean }
  | { news: 'failed'; id: string; code: string }
  | { news: 'done'; steps: number };

let steps = 0;

function main({ directory, settings, messages, atOnce, lastStep }: Orders): Promise<void> {
  const step = (): void => {
    if (steps++ === lastStep) process.kill(process.pid, 'SIGKILL');
  };
  return live(directory, new SteppedService(settings, step), { messages, atOnce }, stepped(step));
}

async function live(directory: string, service: SoilService, { messages, atOnce }: Pick<Orders, 'messages' | 'atOnce'>, fileSystem: FileSystem): Promise<void> {
  const keeper = await JobKeeper.acquire(directory, { fileSystem });
  const going: Promise<void>[] = [];
  const wait = async (message: Record<string, unknown>, job: Job): Promise<void> => {
    await keeper.waits.accept({ service, job, node: 'wait', message, timeoutMinutes: 60, firstPollSeconds: 0.02, maxPollSeconds: 0.05 });
    say({ news: 'accepted', id: message._msgid as string });
  };
  const submit = async (message: Record<string, unknown>): Promise<void> => {
    const query = { geometry: message.geometry as string };
    await wait({ ...message }, await keeper.submissions.submit({ service, kind: 'geometry', query, reuse: true, options: {}, node: 'submit', message }));
  };
  keeper.outcomes.attach('submit', {
    created: (message, job) => void going.push(wait(message, job)),
    unknown: (message) => say({ news: 'unknown', id: message._msgid as string }),
    unsent: (message) => void going.push(submit(message)),
  });
  const detach = keeper.waits.attach('wait', service, waitListener({
    completed: (message, job) => say({ news: 'delivered', id: message._msgid as string, job: job.id, again: job.redelivered === true }),
    failed: (message, error) => say({ news: 'failed', id: message._msgid as string, code: error.code }),
  }));
  await Promise.all(going);
  if (atOnce) await Promise.all(messages.map((message) => submit({ ...message })));
  else for (const message of messages) await submit({ ...message });
  while (keeper.waits.count('wait') > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  detach();
  await keeper.release();
  await service.close();
  say({ news: 'done', steps });
}

/** The service, with a step before a job-creating request is sent and one after its answer has come. */
class SteppedService extends SoilService {
  constructor(
    settings: ServiceSettings,
    private readonly step: () => void,
  ) {
    super(settings);
  }

  override async createJob(...given: Parameters<SoilService['createJob']>): ReturnType<SoilService['createJob']> {
    this.step();
    const address = await super.createJob(...given);
    this.step();
    return address;
  }
}

/** The machine's file system, with a step before and after every call that changes something or makes it last. */
function stepped(step: () => void): FileSystem {
  const around = <Given extends unknown[], T>(call: (...given: Given) => Promise<T>) => async (...given: Given): Promise<T> => {
    step();
    const result = await call(...given);
    step();
    return result;
  };
  const open = async (file: string, mode: 'append' | 'create'): Promise<OpenFile> => {
    const opened = await around(() => diskFileSystem.open(file, mode))();
    // Half of what is written, and then the other half: a crash may come in between.
    const write = around(async (bytes: Buffer) => opened.write(bytes.subarray(0, Math.ceil(bytes.length / 2))));
    return { ...opened, write, sync: around(() => opened.sync()) };
  };
  return {
    ...diskFileSystem,
    open,
    rename: around((from: string, to: string) => diskFileSystem.rename(from, to)),
    link: around((from: string, to: string) => diskFileSystem.link(from, to)),
    remove: around((file: string) => diskFileSystem.remove(file)),
    syncDirectory: around((directory: string) => diskFileSystem.syncDirectory(directory)),
  };
}

function say(news: News): void {
  fs.writeSync(1, `${JSON.stringify(news)}\n`);
}

main(JSON.parse(process.argv[2] as string) as Orders).catch((error: unknown) => {
  fs.writeSync(2, `${String(error)}\n`);
  process.exitCode = 1;
});
