import assert from 'node:assert/strict';
import { linkIn, withoutSignatures } from '../../../src/jobs/messages/signed-link';

describe('A link', () => {
  it('is a payload that is a link and nothing else', () => {
    for (const link of ['https://h.example/a.zip?k=1', 'http://h.example', 'HTTPS://H.example/x']) {
      assert.equal(linkIn(link), link);
      assert.equal(linkIn(`  ${link}\n`), link);
    }
    for (const other of [undefined, null, 7, {}, '', 'h.example', 'ftp://h.example', 'see https://h.example', 'https:/h.example']) assert.equal(linkIn(other), undefined);
  });

  it('is known to be signed by the name of any of its parameters', () => {
    for (const query of ['?sig=1', '?a=1&sig=1', '?a=1;sig=1', '#sig=1', '?a=1#sig=1', '?#sig=1', '?x-amz-date=1', '?my.signature=1', '?session-token=1', '?hmac', '?Authorization=x']) {
      assert.equal(withoutSignatures(`https://h.example/p${query}`), 'https://h.example/p', query);
    }
    for (const query of ['?design=1', '?signal=1', '?a=sig', '?sigma=2', '?rse=1', '?user=1', '?tokens=2', '?my-x-amz-thing=1', '?monkey=1']) {
      const kept = `https://h.example/p${query}`;
      assert.equal(withoutSignatures(kept), kept);
    }
  });

  it('is not signed by words of its path', () => {
    for (const path of ['access-key/list', 'reset.token', 'a.sig']) assert.equal(withoutSignatures(`https://h.example/${path}?page=2`), `https://h.example/${path}?page=2`);
  });

  it('loses its signature wherever it is in a text, and the text loses nothing else', () => {
    const text = 'One: "https://h/a?sig=1", two: <http://h/b#token=2>; three: https://h/c?page=3';
    assert.equal(withoutSignatures(text), 'One: "https://h/a", two: <http://h/b>; three: https://h/c?page=3');
    assert.equal(withoutSignatures("'https://h/a?sig=1' or 'https://h/b','https://h/c#sig=2'"), "'https://h/a' or 'https://h/b','https://h/c'");
  });

  it('is a link whatever characters its path holds', () => {
    for (const path of ["O'Brien.zip", 'a$&b', "a$'b", 'a$$b', '$1', "(a)!*'~;,@+"]) {
      const bare = `https://h.example/${path}`;
      assert.equal(withoutSignatures(`See ${bare}?sig=1 there`), `See ${bare} there`, path);
      assert.equal(withoutSignatures(`See ${bare}?plain=1 there`, `${bare}?plain=1`), `See ${bare} there`, path);
    }
  });

  it('loses its query, whatever that looks like, if it is the link that is meant', () => {
    const link = 'https://h/a?plain=1';
    assert.equal(withoutSignatures(`${link} and ${link}, not https://h/b?plain=1`, link), 'https://h/a and https://h/a, not https://h/b?plain=1');
    assert.equal(withoutSignatures('a + b = c', link), 'a + b = c');
  });
});
