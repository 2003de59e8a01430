import { folded } from '../text/folded';

/** A method as a row would name it, and the name that it is to have there. */
export interface MethodRename {
  method: string;
  as: string;
}

/**
 * Gives methods the names that a person wants: an answer and a file may name the same method differently. Names are compared without surrounding
 * blanks and letter case. A renamed method is not renamed again.
 */
export class RenamedMethods {
  private readonly names: ReadonlyMap<string, string>;
  /** The wanted names, by their form for comparison: a method that has one already, in other letter case, gets its spelling. */
  private readonly wanted: ReadonlyMap<string, string>;
  /** Methods that have not occurred yet, as written, by their form for comparison. */
  private readonly unmet: Map<string, string>;

  constructor(renames: readonly MethodRename[]) {
    this.names = new Map(renames.map(({ method, as }) => [folded(method), as.trim()]));
    this.wanted = new Map([...this.names.values()].map((as) => [folded(as), as]));
    this.unmet = new Map(renames.map(({ method }) => [folded(method), method.trim()]));
  }

  /** The wanted name of a method; its own if none is wanted. */
  nameOf(method: string): string {
    if (this.names.size === 0) return method;
    const key = folded(method);
    this.unmet.delete(key);
    return this.names.get(key) ?? this.wanted.get(key) ?? method;
  }

  /** Methods, as written, that were to be renamed but have not occurred so far. */
  get notFound(): string[] {
    return [...this.unmet.values()];
  }
}
