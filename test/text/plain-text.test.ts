import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainText } from '../../src/text/plain-text';
import { cut } from '../../src/text/cut';
import { singleLine } from '../../src/text/single-line';
import { timesAsLong } from '../time/times-as-long';

describe('plain text of a description', () => {
  const readings: [html: string, text: string][] = [
    ['Soil map of the world', 'Soil map of the world'],
    ['<p>Soil <b>map</b> of the<br>world</p>', 'Soil map of the\nworld'],
    ['<p>One</p>\n<p>Two</p>', 'One\nTwo'],
    ['<ul>\n<li>clay</li>\n<li>sand</li>\n</ul>', 'clay\nsand'],
    ['<table><tr><td>pH</td><td>6.5</td></tr></table>', 'pH 6.5'],
    ['one<br/><br />two', 'one\ntwo'],
    ['First line\r\nsecond line\n\n\n\nthird', 'First line\nsecond line\n\nthird'],
    ['a   \t b\u0000c\u0007d', 'a b c d'],
    ['<i>split\n   over\n lines</i>', 'split over lines'],
    ['<a href="https://example.com/?a=1&b=2" title="x > y">link</a>', 'link'],
    ['before<!-- <b>hidden</b> -->after', 'beforeafter'],
    ['a<script>alert("1 < 2")</script>b', 'ab'],
    ['a<STYLE type="text/css">b { color: red }</Style >b', 'ab'],
    ['a<script>never ends', 'a'],
    ['a<script/>b</script>c', 'ac'],
    ['</script>text', 'text'],
    ['<?xml version="1.0"?><!DOCTYPE html>text', 'text'],
    ['pH < 7 and clay > 30 %, <5 % stones', 'pH < 7 and clay > 30 %, <5 % stones'],
    ['clay <never closed', 'clay <never closed'],
    ['<b>bold</b> <a title="never closed>x', 'bold <a title="never closed>x'],
    ['25 &deg;C &plusmn; 2, 10&nbsp;km&sup2;, &eacute;t&eacute;, &amp;c, &lt;b&gt;', '25 °C ± 2, 10 km², été, &c, <b>'],
    ['&#176;C &#xB0;C &#x1F33E; &ndash; &le;', '°C °C 🌾 – ≤'],
    ['a&#1114112;&#xFFFFFF;b', 'ab'],
    ["<a title='x > y'>link</a>", 'link'],
    ['<tr><th>Depth</th><th>pH</th></tr>', 'Depth pH'],
    ['First line\rsecond line\u2028third', 'First line\nsecond line\nthird'],
    ['&amp;lt;b&amp;gt; is decoded once', '&lt;b&gt; is decoded once'],
    ['R&D, &unknown; &; &#; &#xD800; &#99999999; &constructor;', 'R&D, &unknown; &; &#;  &#99999999; &constructor;'.replace('  ', ' ')],
    ['', ''],
    ['<p></p>', ''],
  ];

  for (const [html, text] of readings) {
    it(`of ${JSON.stringify(html)} is ${JSON.stringify(text)}`, () => {
      assert.equal(plainText(html), text);
    });
  }

  it('is cut if it is very long, at a whole character', () => {
    const text = plainText('🌾'.repeat(30_000));
    assert.ok(text.length <= 20_000);
    assert.match(text, /^(🌾)+…$/u);
  });

  it('keeps what follows a tag that never ends, even if the text is cut', () => {
    assert.match(plainText(`Clay <b and more. ${'word '.repeat(5000)}`), /^Clay <b and more\. word word .*…$/);
  });

  it('is cut before it is read, so that the rest costs nothing, and holds no half tag or reference', () => {
    const head = 'a'.repeat(19_990);
    assert.equal(plainText(`${head}<a href="https://files.example.com/much/longer">b</a>`), `${head}…`);
    assert.equal(plainText(`${head}b &amp;amp; ${head}`), `${head}b &am…`);
    assert.equal(plainText(`${head}bcdefg&deg;${head}`), `${head}bcdefg…`);
    assert.equal(plainText(`${'<b></b>'.repeat(3000)}b`), '…');
    const read = (tags: number): (() => string) => {
      const text = `${head}${'<br>'.repeat(tags)}`;
      return () => plainText(text);
    };
    const ratio = timesAsLong(read(45_000), read(1500));
    assert.ok(ratio < 3, `${ratio} times as long for a rest 30 times as long`);
  });

  it('holds no tag and no control character, whatever comes', () => {
    const piece = fc.constantFrom('<b>', '</b>', '<', '>', '"', "'", '<!--', '-->', '<script>', '</script', '&lt;', '&#60;', '&#0;', 'a', ' ', '\n', '\u0000', '<p ', '=');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = plainText(pieces.join(''));
        // oxlint-disable-next-line no-control-regex
        assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f]/);
        assert.equal(text, text.trim());
      }),
    );
  });

  it('takes time proportional to the length', () => {
    for (const unit of ['<', '<a ', '<a "', '</script', '<script>', '<!--', '&', '&#', '<b>', ' ', '\n', '<a>&lt;']) {
      const read = (length: number): (() => string) => {
        const text = unit.repeat(length / unit.length);
        return () => plainText(text);
      };
      const ratio = timesAsLong(read(16_000), read(2000));
    // In quadratic time, 64.
      assert.ok(ratio < 24, `${unit}: ${ratio} times as long for 8 times as much`);
    }
  });
});

describe('a single line', () => {
  it('has no line breaks and no control characters', () => {
    assert.equal(singleLine(' a\r\n\tb\u0000\u001b[31mc\u2028d ', 100), 'a b [31mc d');
  });

  it('reverses the direction of no words but its own', () => {
    assert.equal(singleLine('\u202eexe.\u2066gnp\u2069', 100), 'exe. gnp');
    assert.equal(singleLine('a\u061cb\u200ec\u200fd', 100), 'a b c d');
    assert.equal(plainText('<p>a\u061cb&lrm;c\u200ed&#x200f;e</p>'), 'a b&lrm;c d e');
    assert.equal(singleLine('שדה צפוני', 100), 'שדה צפוני');
    assert.equal(plainText('<p>\u202ea</p><p>&#x202d;b</p>'), 'a\nb');
  });

  it('ends in an ellipsis if it was cut, and never in half a character', () => {
    assert.equal(cut('abcdef', 6), 'abcdef');
    assert.equal(cut('abcdefg', 6), 'abcde…');
    assert.equal(cut('🌾🌾🌾', 4), '🌾…');
    assert.equal(singleLine('x'.repeat(5000), 500).length, 500);
  });
});
