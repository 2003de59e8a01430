import { getOrInsert } from '../../maps/get-or-insert';

/** The parts of a submission by which it is found once its job exists. */
interface CreatedSubmission {
  readonly id: string;
  readonly service: string;
  readonly messageId?: string;
  readonly job?: { readonly id: string };
}

/**
 * The submissions whose job was created, each by its job and its message. Thousands of identical requests may share one job: looking through all
 * of them for each message would take their number squared.
 */
export class CreatedSubmissions {
  private readonly ids = new Map<string, Set<string>>();

  add(submission: CreatedSubmission): void {
    getOrInsert(this.ids, keyOf(submission), () => new Set()).add(submission.id);
  }

  remove(submission: CreatedSubmission): void {
    const key = keyOf(submission);
    const ofMessage = this.ids.get(key);
    ofMessage?.delete(submission.id);
    if (ofMessage?.size === 0) this.ids.delete(key);
  }

  /** Those that a message with a job may have come from: several if it came by two wires, or if a function node gave all its messages one identifier. */
  of(service: string, job: string, messageId: string | undefined): ReadonlySet<string> {
    return this.ids.get(keyOf({ service, messageId, job: { id: job } })) ?? NONE;
  }
}

const NONE: ReadonlySet<string> = new Set();

function keyOf({ service, messageId, job }: Omit<CreatedSubmission, 'id'>): string {
  return JSON.stringify([service, job?.id, messageId]);
}
