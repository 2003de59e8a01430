import { Worker } from 'node:worker_threads';

/** Who waits for an answer. */
interface Asker<Answer> {
  resolve: (answer: Answer) => void;
  reject: (reason: Error) => void;
}

/**
 * A thread that gives one answer to each message, in their order. It gets nothing of the environment and the settings of the process, and keeps
 * that running only while a question is open. If it cannot be started, or has ended, it is lost: each question fails.
 */
export class AskedThread<Message, Answer> {
  private readonly worker: Worker | undefined;
  /** In the order of their questions. */
  private readonly waiting: Asker<Answer>[] = [];
  private loss: Error | undefined;

  /**
   * @param program text that runs in the thread: posts an answer for each message that its `parentPort` gets
   * @param workerData what the program finds by this name
   */
  constructor(program: string, workerData?: unknown) {
    try {
      this.worker = new Worker(program, { eval: true, workerData, execArgv: [], env: {} });
    } catch (error) {
      // The permission model of Node.js allows no threads.
      this.lose(error as Error);
      return;
    }
    this.worker.on('message', (answer: Answer) => this.answer(answer));
    this.worker.on('error', (error) => this.lose(error));
    this.worker.on('exit', () => this.lose(new Error('the thread for it ended')));
    this.worker.unref();
  }

  get isLost(): boolean {
    return this.loss !== undefined;
  }

  /** Whether an answer is still to come. */
  get isBusy(): boolean {
    return this.waiting.length > 0;
  }

  /**
   * @param message copied, except for memory that threads share
   * @throws Error if the thread is lost before it answers
   */
  async ask(message: Message): Promise<Answer> {
    if (this.loss) throw this.loss;
    return new Promise((resolve, reject) => {
      this.worker?.postMessage(message);
      this.worker?.ref();
      this.waiting.push({ resolve, reject });
    });
  }

  /** Ends it, whatever it is doing. */
  close(): void {
    this.lose(new Error('the thread for it was closed'));
    void this.worker?.terminate();
  }

  private answer(answer: Answer): void {
    this.waiting.shift()?.resolve(answer);
    if (!this.isBusy) this.worker?.unref();
  }

  private lose(reason: Error): void {
    this.loss ??= reason;
    for (const { reject } of this.waiting.splice(0)) reject(this.loss);
  }
}
