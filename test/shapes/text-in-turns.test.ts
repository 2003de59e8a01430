import assert from 'node:assert/strict';
import { isSoilError } from '../../src/errors/soil-error';
import { textInTurns } from '../../src/shapes/text-in-turns';

describe('A text of many rows', () => {
  it('has all rows in order, however many they are', async () => {
    for (const count of [0, 1, 999, 1000, 1001, 2000]) {
      const rows = Array.from({ length: count }, (_, row) => row);
      assert.equal(await textInTurns(rows, String, ','), rows.join(','));
    }
  });

  it('is refused if it is longer than a text can be, wherever that shows', async () => {
    const quarter = 'x'.repeat(2 ** 27);
    for (const short of [0, 996, 1000]) {
      const rows = [...Array<string>(short).fill(''), ...Array<string>(4).fill(quarter)];
      await assert.rejects(
        textInTurns(rows, (row) => row, ','),
        (error) => isSoilError(error, 'SOIL_CONFIG') && error.message.startsWith(`The ${rows.length} rows make a text that is too long`),
      );
    }
  });

  it('passes on what goes wrong with a row', async () => {
    const failing = textInTurns([1], () => assert.fail('of the row'), ',');
    await assert.rejects(failing, /^AssertionError.*: of the row$/);
  });
});
