import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
const languages = readdirSync(path.join(root, 'nodes', 'soil-area', 'locales'));

/** What every node that asks the service can end with. */
const OF_REQUESTS = ['SOIL_CONFIG', 'SOIL_GEOMETRY', 'SOIL_AREA_LIMIT', 'SOIL_REQUEST', 'SOIL_AUTH', 'SOIL_RATE_LIMITED', 'SOIL_UNAVAILABLE', 'SOIL_RESPONSE'];

/** The errors that a person meets at each node. */
const ERRORS: Record<string, readonly string[]> = {
  'soil-area': ['SOIL_CONFIG', 'SOIL_GEOMETRY', 'SOIL_AREA_LIMIT'],
  'soil-discover': OF_REQUESTS,
  'soil-data': OF_REQUESTS,
  'soil-submit': [...OF_REQUESTS, 'SOIL_SUBMIT_UNKNOWN', 'SOIL_STORAGE'],
  'soil-wait': ['SOIL_CONFIG', 'SOIL_JOB_FAILED', 'SOIL_JOB_TIMEOUT', 'SOIL_CANCELLED', 'SOIL_REQUEST', 'SOIL_RESPONSE', 'SOIL_STORAGE'],
  'soil-download': ['SOIL_CONFIG', 'SOIL_LINK_EXPIRED', 'SOIL_DOWNLOAD', 'SOIL_AUTH', 'SOIL_RATE_LIMITED', 'SOIL_UNAVAILABLE', 'SOIL_ARCHIVE', 'SOIL_STORAGE'],
  'soil-read': ['SOIL_CONFIG', 'SOIL_ARCHIVE', 'SOIL_STORAGE'],
  'soil-profile': ['SOIL_CONFIG'],
};

/** Each entry of the list that begins with a code: its codes, and what it says about them. */
function errorsIn(help: string): { codes: string[]; says: string }[] {
  const entries = [...help.matchAll(/<li>((?:(?:, )?<code>SOIL_\w+<\/code>)+)\u00a0?: (.*?)<\/li>/g)];
  return entries.map(([, codes = '', says = '']) => ({ codes: codes.match(/SOIL_\w+/g) ?? [], says }));
}

describe('The help of a node', () => {
  for (const [type, codes] of Object.entries(ERRORS)) {
    for (const language of languages) {
      it(`of ${type} in ${language} lists its errors, each with what happened and what to do`, () => {
        const errors = errorsIn(readFileSync(path.join(root, 'nodes', type, 'locales', language, `${type}.html`), 'utf8'));
        assert.deepEqual(errors.flatMap((entry) => entry.codes).toSorted(), [...codes].toSorted());
        // What happened, and in a sentence of its own what to do.
        for (const { codes: of, says } of errors) assert.match(says, /\w.*\. \S.*\.$/, of.join(', '));
      });
    }
  }
});
