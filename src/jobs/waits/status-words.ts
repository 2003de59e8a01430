import { isWordOfWork } from '../../service/answers/job-words';

const MOST_WORDS = 100;

/** Unknown status words that were met: each is worth one warning. */
export class StatusWords {
  private readonly met = new Set<string>();

  /** Whether a running job's status is a word that is neither known nor met before. */
  isNew(status: string): boolean {
    if (isWordOfWork(status) || this.met.has(status) || this.met.size >= MOST_WORDS) return false;
    this.met.add(status);
    return true;
  }
}
