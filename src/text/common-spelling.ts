/**
 * The spellings of one name: the one that is shown is that of most records and, among equally frequent ones, the first in character order. The order
 * of records does not matter.
 */
export class CommonSpelling {
  private readonly counts = new Map<string, number>();
  private most = 0;
  private commonest = '';

  note(text: string): void {
    const count = (this.counts.get(text) ?? 0) + 1;
    this.counts.set(text, count);
    if (count < this.most || (count === this.most && text >= this.commonest)) return;
    this.most = count;
    this.commonest = text;
  }

  get shown(): string {
    return this.commonest;
  }
}
