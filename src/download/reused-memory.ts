import { getOrInsert } from '../maps/get-or-insert';

/** Sizes are powers of two from this one on. */
const LEAST_BYTES = 8 * 1024;
/** Of what nobody uses, no more than this is kept. */
const MOST_FREE_BYTES = 8 * 1024 * 1024;

/** What nobody uses at the moment, by its size. */
class FreeMemory {
  private readonly bySize = new Map<number, Buffer[]>();
  private bytes = 0;

  take(size: number): Buffer | undefined {
    const memory = this.bySize.get(size)?.pop();
    if (memory) this.bytes -= size;
    return memory;
  }

  add(memory: Buffer): void {
    const size = memory.length;
    if (this.bytes + size > MOST_FREE_BYTES) return;
    this.bytes += size;
    getOrInsert(this.bySize, size, () => []).push(memory);
  }
}

/** Held weakly: whatever is free when V8 collects the whole heap goes back to the system. */
let free = new WeakRef(new FreeMemory());

function freeMemory(): FreeMemory {
  const present = free.deref();
  if (present) return present;
  const made = new FreeMemory();
  free = new WeakRef(made);
  return made;
}

/**
 * Memory for at least so many bytes, with anything in it, until {@link giveMemoryBack}. If each file had memory of its own, V8 would collect the whole
 * heap of Node-RED after every few hundred: it does that for each 64 MiB that it finds outside the heap, however little garbage there is inside.
 */
export function takeMemory(bytes: number): Buffer {
  const size = 2 ** Math.ceil(Math.log2(Math.max(LEAST_BYTES, bytes)));
  return freeMemory().take(size) ?? Buffer.allocUnsafeSlow(size);
}

/** @param memory from {@link takeMemory}: nobody reads or writes it any more */
export function giveMemoryBack(memory: Buffer): void {
  freeMemory().add(memory);
}
