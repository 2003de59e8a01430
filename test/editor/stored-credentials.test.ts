import assert from 'node:assert/strict';
import type { Rule } from './definitions';

/** Required, not imported: its types are those of the editor, which are not known here. */
const { storedCredentialsRule } = require('../../nodes/editor/services/stored-credentials') as { storedCredentialsRule: () => Rule };

describe('The rule for stored credentials', () => {
  before(() => void Object.assign(globalThis, { RED: { _: (key: string, inserts: object = {}) => [key.split('.').at(-1), ...Object.values(inserts)].join(' ') } }));
  after(() => void delete (globalThis as { RED?: unknown }).RED);

  const _ = {};
  const cases: [credentials: object | undefined, said: boolean | string][] = [
    [{ _, clientId: 'me', has_clientSecret: true }, true],
    [{ _, clientId: 'me', has_clientSecret: false, clientSecret: 'typed' }, true],
    [{ _, clientId: 'me', has_clientSecret: false }, 'field clientSecret needed'],
    [{ _, clientId: ' ', has_clientSecret: true }, 'field clientId needed'],
    [{ _ }, 'field clientId needed'],
    [{ clientId: '' }, true],
    [undefined, true],
  ];
  for (const [credentials, said] of cases) {
    it(`says what is missing of ${JSON.stringify(credentials)}, once they are known`, () => {
      assert.equal(storedCredentialsRule().call({ mode: 'service', credentials }, undefined, {}), said);
      assert.equal(storedCredentialsRule().call({ mode: 'sandbox', credentials }, undefined, {}), true);
    });
  }
});
