import assert from 'node:assert/strict';
import { depthSlices } from '../../src/profiles/depth-slice';
import { readSoilQuery } from '../../src/service/read-query';

type Rule = (this: object, value: unknown, options: object) => boolean | string;

/** Required, not imported: their types are those of the editor, which are not known here. */
const { emailRule } = require('../../nodes/editor/validation') as { emailRule: () => Rule };
const { ownSlicesRule } = require('../../nodes/editor/depth-slices') as { ownSlicesRule: () => Rule };

function isTaken(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

describe('A rule of a dialog takes what the runtime takes', () => {
  before(() => void Object.assign(globalThis, { RED: { _: (key: string) => key, editor: { getEditStack: () => [] } } }));
  after(() => void delete (globalThis as { RED?: unknown }).RED);

  const emails = ['', 'me', 'me@example.com', 'me@b.c', 'me@localhost', 'me@exämple.com', 'me@example.', 'a(b)@example.com', 'a;b@example.com', 'a@b@example.com'];
  for (const email of emails) {
    it(`of the e-mail address ${JSON.stringify(email)}`, () => {
      const node = { type: 'soil-submit', _def: { defaults: {} } };
      assert.equal(emailRule().call(node, email, {}) === true, isTaken(() => readSoilQuery({ email })));
    });
  }

  const many = Array.from({ length: 201 }, (_, top) => `${top}-${top + 1}`).join();
  for (const slices of ['', '0-10', ' 0 - 10 , 10-30.5', '10-10', '30-10', '0-10,', '0-10; 10-30', '-5-10', many]) {
    it(`of the depths ${JSON.stringify(slices.slice(0, 20))}`, () => {
      const node = { type: 'soil-profile', slices: 'own', _def: { defaults: {} } };
      assert.equal(ownSlicesRule().call(node, slices, {}) === true, isTaken(() => depthSlices('own', slices)));
    });
  }
});
