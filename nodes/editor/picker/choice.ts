import type { PickerItem } from '../../admin/admin-answers';
import type { Chosen } from '../fields/chosen';

/** What a person has chosen from a list, in the order of choosing. */
export class Choice {
  private readonly chosen: Map<Chosen['identifier'], Chosen>;

  constructor(chosen: readonly Chosen[]) {
    this.chosen = new Map(chosen.map((one) => [one.identifier, one]));
  }

  get size(): number {
    return this.chosen.size;
  }

  all(): Chosen[] {
    return [...this.chosen.values()];
  }

  has({ identifier }: Pick<Chosen, 'identifier'>): boolean {
    return this.chosen.has(identifier);
  }

  toggle({ identifier, name }: Chosen): void {
    if (!this.chosen.delete(identifier)) this.chosen.set(identifier, { identifier, name });
  }

  /** What was chosen and is no longer offered, or is known only by its variable. */
  notAmong(items: readonly PickerItem[]): Chosen[] {
    const offered = new Set<Chosen['identifier']>(items.map(({ identifier }) => identifier));
    return this.all().filter(({ identifier }) => !offered.has(identifier));
  }

  /** What an item was called when it was chosen, if it has another name now: at another service, its identifier may mean something else. */
  nameBefore({ identifier, name }: Chosen): string | undefined {
    const before = this.chosen.get(identifier)?.name;
    return before && before !== name ? before : undefined;
  }
}
