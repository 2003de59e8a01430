import assert from 'node:assert/strict';
import { SoilError, type SoilErrorCode } from '../../src/errors/soil-error';
import { readArea } from '../../src/geometry/read-area';

/** The message with which an input is refused. */
export async function refusal(input: unknown, code: SoilErrorCode = 'SOIL_GEOMETRY'): Promise<string> {
  const outcome = await readArea(input).then(
    (area) => assert.fail(`taken as ${area.wkt.slice(0, 200)}`),
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof SoilError, String(outcome));
  assert.equal(outcome.code, code);
  return outcome.message;
}

/** The WKT made from an input. */
export async function wktOf(input: unknown): Promise<string> {
  return (await readArea(input)).wkt;
}

/** What was repaired in an input. */
export async function changesOf(input: unknown): Promise<string[]> {
  return (await readArea(input)).description.changes;
}
