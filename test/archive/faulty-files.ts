import * as files from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/** One call to the file system: `open`, `rename`..., or `write`, `sync`... of a file that was opened. */
export interface FileCall {
  operation: string;
  /** Its first argument, or the path of the open file. */
  path: string;
  /** Where it leads to (`rename`, `link`). */
  to?: string;
  /** Counts the calls of this operation, from 1. */
  number: number;
}

/** What a call does instead: fail, or take fewer bytes than it was given; `undefined`: it does what it always does. */
type Fault = NodeJS.ErrnoException | { takes: number } | undefined;

export function systemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: injected`), { code });
}

/** The real file system, except for calls that the plan lets fail. Calls are recorded. */
export function faultyFiles(plan: (call: FileCall) => Fault): { files: typeof files; calls: FileCall[]; open: () => number } {
  const calls: FileCall[] = [];
  const counts = new Map<string, number>();
  const openHandles = new Set<FileHandle>();

  const record = (operation: string, path: string, second?: unknown): Fault => {
    const number = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, number);
    const call = { operation, path, number, ...(typeof second === 'string' && { to: second }) };
    calls.push(call);
    return plan(call);
  };

  const wrapHandle = (handle: FileHandle, path: string): FileHandle => {
    openHandles.add(handle);
    return new Proxy(handle, {
      get(target, name) {
        const method = Reflect.get(target, name) as unknown;
        if (typeof method !== 'function' || typeof name !== 'string' || name === 'constructor') return method;
        return async (...given: unknown[]): Promise<unknown> => {
          const fault = record(name, path);
          if (name === 'close') openHandles.delete(target);
          // A close that fails has still closed the file: so the system says of every error but EINTR, and Node relies on it.
          if (name === 'close' && fault instanceof Error) await target.close();
          if (fault instanceof Error) throw fault;
          return await (method as (...values: unknown[]) => unknown).apply(target, fault ? fewer(given, fault.takes) : given);
        };
      },
    });
  };

  const wrapped = new Proxy(files, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== 'function' || typeof name !== 'string') return method;
      return async (...given: unknown[]): Promise<unknown> => {
        const path = String(given[0]);
        const fault = record(name, path, given[1]);
        if (fault instanceof Error) throw fault;
        const result: unknown = await (method as (...values: unknown[]) => unknown).apply(target, given);
        return name === 'open' ? wrapHandle(result as FileHandle, path) : result;
      };
    },
  });
  return { files: wrapped, calls, open: () => openHandles.size };
}

/** The arguments of a write that takes at most so many bytes. */
function fewer(given: unknown[], bytes: number): unknown[] {
  const [chunk, offset, length, position] = given as [Buffer, number, number, number];
  return [chunk, offset, Math.min(length, bytes), position];
}
