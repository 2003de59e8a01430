import { folded } from '../text/folded';

/** A method as it would stand in a row, and the name that it is to have there. */
export interface MethodRename {
  method: string;
  as: string;
}

/**
 * Gives methods the names that a person wants them to have: an answer and a file call the same method in two ways. Names are compared without the
 * blanks around them and without letter case. What was renamed is not renamed again.
 */
export class RenamedMethods {
  private readonly names: ReadonlyMap<string, string>;
  /** The wanted names, by how they are compared: who writes one in other letters has that method already. */
  private readonly wanted: ReadonlyMap<string, string>;
  /** As they were written, by how they are compared. */
  private readonly unmet: Map<string, string>;

  constructor(renames: readonly MethodRename[]) {
    this.names = new Map(renames.map(({ method, as }) => [folded(method), as.trim()]));
    this.wanted = new Map([...this.names.values()].map((as) => [folded(as), as]));
    this.unmet = new Map(renames.map(({ method }) => [folded(method), method.trim()]));
  }

  /** The method by its wanted name; as it is where none is wanted. */
  nameOf(method: string): string {
    if (this.names.size === 0) return method;
    const key = folded(method);
    this.unmet.delete(key);
    return this.names.get(key) ?? this.wanted.get(key) ?? method;
  }

  /** Methods, as written, that were to be renamed and that did not occur so far. */
  get notFound(): string[] {
    return [...this.unmet.values()];
  }
}
