/** Of all texts together; a list of a thousand datasets has some 700,000. */
const MOST_CHARACTERS = 1_000_000;
const MOST_ANSWERS = 16;

interface Repeated {
  kind: unknown;
  text: string;
  /** Set from the second time on: most texts that do not soon come twice never come again. */
  value?: object;
}

/**
 * What was read from the latest answers. A service gives the same list of datasets for all fields of a region, and reading it takes longer
 * than asking for it: a text that came before is not read again. The whole text is compared, so whoever asks gets what the service says now.
 */
export class RepeatedAnswers {
  /** The latest last. */
  private readonly answers: Repeated[] = [];
  private characters = 0;

  /**
   * Gives what `read` makes of a text: plain objects, lists and scalars, which the caller may change.
   *
   * @param kind kind of answer: the same text may be read in different ways
   * @throws what `read` rejects with
   */
  async read<Value extends object>(kind: unknown, text: string, read: () => Promise<Value>): Promise<Value> {
    const at = this.answers.findIndex((answer) => answer.text === text && answer.kind === kind);
    const [known] = at < 0 ? [] : this.answers.splice(at, 1);
    if (!known) {
      this.add({ kind, text });
      return read();
    }
    this.answers.push(known);
    known.value ??= await read();
    return copyOf(known.value as Value);
  }

  private add(answer: Repeated): void {
    if (answer.text.length > MOST_CHARACTERS) return;
    this.answers.push(answer);
    this.characters += answer.text.length;
    while (this.characters > MOST_CHARACTERS || this.answers.length > MOST_ANSWERS) {
      this.characters -= this.answers.shift()?.text.length ?? 0;
    }
  }
}

function copyOf<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as Value;
  const copy = {} as Value;
  for (const key of Object.keys(value) as (keyof Value)[]) copy[key] = copyOf(value[key]);
  return copy;
}
