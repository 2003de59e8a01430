/** What is opened when it is first needed, once for all who need it. Where that failed, the next of them tries again. */
export class OpenedOnce<Thing> {
  private opening: Promise<Thing> | undefined;

  constructor(private readonly open: () => Promise<Thing>) {}

  get(): Promise<Thing> {
    return this.opening ?? this.begin();
  }

  /** Gives it away, to be closed; nothing where it is not open. Whoever needs it after that opens it anew. */
  async take(): Promise<Thing | undefined> {
    const { opening } = this;
    this.opening = undefined;
    return opening?.catch(() => undefined);
  }

  private begin(): Promise<Thing> {
    const opening = this.open();
    this.opening = opening;
    opening.catch(() => {
      // Given away meanwhile, it is another's by now.
      if (this.opening === opening) this.opening = undefined;
    });
    return opening;
  }
}
