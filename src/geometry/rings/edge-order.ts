/** The most edges in a block: few enough to shift quickly, enough to keep the directory short. */
const BLOCK = 64;

/**
 * A sorted sequence of edges (numbers below `size`), from the lowest to the highest: a linked list for stepping to a neighbour, and blocks
 * of it for binary search. {@link end} stands below the first and above the last edge.
 */
export class EdgeOrder {
  readonly end: number;
  private readonly lower: Int32Array;
  private readonly upper: Int32Array;
  private readonly blockOf: Int32Array;
  private readonly blocks: { edges: Int32Array; count: number }[] = [];
  /** The blocks in use, by number, from the lowest to the highest. */
  private readonly directory: number[] = [];
  private readonly unused: number[] = [];

  constructor(size: number) {
    this.end = size;
    this.lower = new Int32Array(size + 1);
    this.upper = new Int32Array(size + 1);
    this.blockOf = new Int32Array(size).fill(-1);
    this.lower[size] = size;
    this.upper[size] = size;
  }

  below(edge: number): number {
    return this.lower[edge]!;
  }

  above(edge: number): number {
    return this.upper[edge]!;
  }

  has(edge: number): boolean {
    return edge === this.end || this.blockOf[edge] !== -1;
  }

  /** Puts an edge in the place of another one. */
  replace(old: number, edge: number): void {
    const number = this.blockOf[old]!;
    const block = this.blocks[number]!;
    block.edges[indexIn(block, old)] = edge;
    this.blockOf[old] = -1;
    this.blockOf[edge] = number;
    this.link(this.lower[old]!, edge);
    this.link(edge, this.upper[old]!);
  }

  remove(edge: number): void {
    const number = this.blockOf[edge]!;
    const block = this.blocks[number]!;
    const index = indexIn(block, edge);
    block.edges.copyWithin(index, index + 1, block.count);
    if (--block.count === 0) {
      this.directory.splice(this.directory.indexOf(number), 1);
      this.unused.push(number);
    }
    this.blockOf[edge] = -1;
    this.link(this.lower[edge]!, this.upper[edge]!);
  }

  /** Inserts an edge above all those for which `isAbove` is true. These must be the lowest ones. */
  insert(edge: number, isAbove: (other: number) => boolean): void {
    const { directory, blocks } = this;
    if (directory.length === 0) directory.push(this.blockNumber());
    let low = 0;
    for (let high = directory.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (isAbove(blocks[directory[middle]!]!.edges[0]!)) low = middle;
      else high = middle;
    }
    const { edges, count } = blocks[directory[low]!]!;
    let index = 0;
    for (let high = count; index < high; ) {
      const middle = (index + high) >> 1;
      if (isAbove(edges[middle]!)) index = middle + 1;
      else high = middle;
    }
    // Only in the lowest block can it be below the first edge.
    this.put(edge, directory[low]!, index, index > 0 ? edges[index - 1]! : this.end);
  }

  /** Inserts an edge right above another one. */
  insertAbove(edge: number, below: number): void {
    const number = this.blockOf[below]!;
    this.put(edge, number, indexIn(this.blocks[number]!, below) + 1, below);
  }

  private put(edge: number, number: number, index: number, below: number): void {
    const block = this.blocks[number]!;
    block.edges.copyWithin(index + 1, index, block.count);
    block.edges[index] = edge;
    block.count++;
    this.blockOf[edge] = number;
    const above = this.upper[below]!;
    this.link(below, edge);
    this.link(edge, above);
    if (block.count === BLOCK) this.divide(this.directory.indexOf(number));
  }

  private link(below: number, above: number): void {
    this.upper[below] = above;
    this.lower[above] = below;
  }

  private blockNumber(): number {
    return this.unused.pop() ?? this.blocks.push({ edges: new Int32Array(BLOCK), count: 0 }) - 1;
  }

  private divide(place: number): void {
    const block = this.blocks[this.directory[place]!]!;
    const number = this.blockNumber();
    const upperHalf = this.blocks[number]!;
    upperHalf.edges.set(block.edges.subarray(BLOCK / 2));
    upperHalf.count = BLOCK / 2;
    block.count = BLOCK / 2;
    for (const edge of upperHalf.edges.subarray(0, upperHalf.count)) this.blockOf[edge] = number;
    this.directory.splice(place + 1, 0, number);
  }
}

/** Stale entries may follow the last edge of a block, so the first match is the right one. */
function indexIn(block: { edges: Int32Array }, edge: number): number {
  return block.edges.indexOf(edge);
}
