import assert from 'node:assert/strict';
import { RepeatedAnswers } from '../../../src/service/answers/repeated-answers';

interface Read {
  items: { name: string; size?: { value: string } | undefined }[];
}

describe('Answers that come again', () => {
  let answers: RepeatedAnswers;
  let texts: string[];

  beforeEach(() => {
    answers = new RepeatedAnswers();
    texts = [];
  });

  async function read(text: string, kind = 'list'): Promise<Read> {
    return answers.read(kind, text, () => {
      texts.push(text);
      return Promise.resolve({ items: [{ name: text, size: { value: '1' } }, { name: 'other', size: undefined }] });
    });
  }

  it('are read at most twice, and each caller has objects of its own', async () => {
    const expected = { items: [{ name: 'a', size: { value: '1' } }, { name: 'other', size: undefined }] };
    for (let time = 0; time < 5; time++) {
      const mine = await read('a');
      assert.deepEqual(mine, expected);
      mine.items.forEach((item) => {
        item.name = 'changed';
        if (item.size) item.size.value = 'changed';
      });
      mine.items.pop();
    }
    assert.deepEqual(texts, ['a', 'a']);
  });

  it('are read again if a letter differs, or if they are of another kind', async () => {
    for (let time = 0; time < 3; time++) assert.equal((await read('[1]')).items[0]?.name, '[1]');
    assert.equal((await read('[2]')).items[0]?.name, '[2]');
    assert.deepEqual(texts, ['[1]', '[1]', '[2]']);
    await read('[1]', 'another list');
    assert.equal(texts.length, 4);
  });

  it('are known until sixteen others have come', async () => {
    await read('a');
    await read('a');
    for (let other = 0; other < 15; other++) await read(`other ${other}`);
    await read('a');
    assert.equal(texts.filter((text) => text === 'a').length, 2);
    for (let other = 15; other < 31; other++) await read(`other ${other}`);
    await read('a');
    assert.equal(texts.filter((text) => text === 'a').length, 3);
  });

  it('are known while they have at most a million characters, each and together', async () => {
    const long = (letter: string, length: number): string => letter.repeat(length);
    for (let time = 0; time < 3; time++) await read(long('a', 600_000));
    assert.equal(texts.length, 2);
    // It does not fit, and displaces nothing.
    for (let time = 0; time < 3; time++) await read(long('b', 1_000_001));
    assert.equal(texts.length, 5);
    for (let time = 0; time < 3; time++) await read(long('c', 400_000));
    await read(long('a', 600_000));
    assert.equal(texts.length, 7);
    // Of those two, the one that was not asked for last gives way.
    await read('d');
    await read(long('a', 600_000));
    assert.equal(texts.length, 8);
    await read(long('c', 400_000));
    assert.equal(texts.length, 9);
  });

  it('are not answers if they cannot be read, however often they come', async () => {
    const refuse = (): never => {
      throw new Error('no list');
    };
    for (let time = 0; time < 3; time++) await assert.rejects(() => answers.read('list', '{}', refuse), /no list/);
    assert.deepEqual(await answers.read('list', '{}', () => Promise.resolve({ items: [] })), { items: [] });
  });
});
