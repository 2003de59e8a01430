import assert from 'node:assert/strict';

/** Waits for what comes in its own time, on a fast machine or a busy one, and fails only if it does not come at all. */
export async function until(holds: () => boolean | Promise<boolean>, what: string | (() => string), seconds = 60): Promise<void> {
  for (const due = Date.now() + 1000 * seconds; !(await holds()); await new Promise((resolve) => setTimeout(resolve, 10))) {
    assert.ok(Date.now() < due, `Not within ${seconds} s: ${typeof what === 'string' ? what : what()}`);
  }
}
