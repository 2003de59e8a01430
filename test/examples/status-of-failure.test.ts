import assert from 'node:assert/strict';
import { example } from './example';
import { evaluatedOn } from './jsonata';

interface Rule {
  p: string;
  to?: string;
}

const STATUSES = { SOIL_GEOMETRY: 400, SOIL_AREA_LIMIT: 400, SOIL_RATE_LIMITED: 503, SOIL_UNAVAILABLE: 503, SOIL_REQUEST: 502, SOIL_AUTH: 502 };

describe('An example that answers programs', () => {
  for (const name of ['discovery for a form', 'soil jobs for other programs', 'soil of a posted polygon']) {
    it(`tells by the status of a failure whose it is: the program's, for now, or the service's: ${name}`, async () => {
      const rules = (await example(name)).flatMap(({ rules: own }) => (own as Rule[] | undefined) ?? []);
      const status = rules.find(({ p, to }) => p === 'statusCode' && to?.includes('error.code'));
      assert.ok(status);
      for (const [code, wanted] of Object.entries(STATUSES)) assert.equal(await evaluatedOn(status.to!, { error: { code } }), wanted, code);
    });
  }
});
