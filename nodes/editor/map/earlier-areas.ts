/** People take back a few steps, and texts of areas can be long. */
const MOST = 20;

/** The texts of the area before each change that a person made on the map, so that they can take it back. */
export class EarlierAreas {
  private texts: string[] = [];

  keep(text: string): void {
    this.texts.push(text);
    if (this.texts.length > MOST) this.texts.shift();
  }

  /** The text before the last change that was not taken back; `undefined` if there is none. */
  takeLast(): string | undefined {
    return this.texts.pop();
  }

  /** The area came from elsewhere: the map is not to bring back what was before that. */
  forget(): void {
    this.texts = [];
  }
}
