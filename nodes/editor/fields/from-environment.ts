import { environmentVariable } from '../../../src/foreign/environment-variable';

/** Whether a setting takes an environment variable: its value is known only when the flow starts. */
export function isFromEnvironment(value: unknown): boolean {
  return typeof value === 'string' && environmentVariable(value) !== undefined;
}
