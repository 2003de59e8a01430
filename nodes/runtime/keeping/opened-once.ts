/** Something opened when first needed, once for all callers. If that fails, the next caller tries again. */
export class OpenedOnce<Thing> {
  private opening: Promise<Thing> | undefined;

  constructor(private readonly open: () => Promise<Thing>) {}

  get(): Promise<Thing> {
    return this.opening ?? this.begin();
  }

  /** Hands it over to be closed; nothing if it is not open. The next `get` opens it anew. */
  async take(): Promise<Thing | undefined> {
    const { opening } = this;
    this.opening = undefined;
    return opening?.catch(() => undefined);
  }

  private begin(): Promise<Thing> {
    const opening = this.open();
    this.opening = opening;
    opening.catch(() => {
      // It may have been handed over and opened anew meanwhile.
      if (this.opening === opening) this.opening = undefined;
    });
    return opening;
  }
}
