import assert from 'node:assert/strict';
import { publicUrl, secretsInAddress, secretsInAuthorization, withoutSecrets } from '../../src/transport/redaction';
import { timesAsLong } from '../time/times-as-long';

describe('Redaction', () => {
  it('shows of an address neither user info nor query nor fragment', () => {
    assert.equal(publicUrl(new URL('https://user:pass@host.example:8443/a/b?signature=abc#part')), 'https://host.example:8443/a/b');
  });

  const secret = 'p+q/r "ü" &=%';
  for (const [form, echoed] of [
    ['as it is', secret],
    ['in a URL', encodeURIComponent(secret)],
    ['in a URL, with small letters, as .NET writes it', 'p%2bq%2fr%20%22%c3%bc%22%20%26%3d%25'],
    ['in a form with small letters', 'p%2bq%2fr+%22%c3%bc%22+%26%3d%25'],
    ['in JSON within a text, as PHP writes it', 'p+q\\/r \\"\\u00fc\\" &=%'],
    ['in JSON within a text, as Python writes it', 'p+q/r \\"\\u00fc\\" &=%'],
    ['in a form', new URLSearchParams({ s: secret }).toString().slice(2)],
    ['in JSON', JSON.stringify({ echo: secret })],
    ['in bytes, as Python writes them', 'p+q/r "\\xc3\\xbc" &=%'],
    ['in a longer text in JSON', JSON.stringify({ echo: `client_secret=${secret}&` })],
    ['in a URL, with some characters left alone', 'p+q%2Fr "%C3%BC" &=%25'],
    ['in a URL, with letters encoded, too', '%70%2bq/r+%22ü%22%20&%3D%'],
    ['in HTML', 'p+q/r &quot;ü&quot; &amp;=%'],
    ['in HTML by numbers', 'p&#43;q&#x2F;r &#34;&#xfc;&#34; &#38;=%'],
    ['in Base64 in a URL', encodeURIComponent(Buffer.from(secret).toString('base64'))],
    ['in Base64', Buffer.from(secret).toString('base64')],
    ['in Base64 without padding', Buffer.from(secret).toString('base64').replace(/=+$/, '')],
    ['in base64url', Buffer.from(secret).toString('base64url')],
    ['in an address in an address', encodeURIComponent(encodeURIComponent(secret))],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ echo: secret }))],
    ['with places to break it', secret.split('').join('\u200b')],
    ['with places to break it, in HTML', secret.replace('q', 'q&shy;').replace('r', '&#8203;r&#xfeff;')],
    ['over several lines', secret.replace('q', 'q\r\n').replace('r', 'r\n\t')],
    ['in Base64 over several lines, as in mail', Buffer.from(secret).toString('base64').replace(/.{8}/g, '$&\r\n')],
    ['over several lines, in JSON', JSON.stringify(secret.replace('q', 'q\n'))],
    ['with joiners, in an address', encodeURIComponent(secret.split('').join('\u2060\u200d'))],
  ] as const) {
    it(`finds a secret ${form}`, () => {
      const text = withoutSecrets(`before ${echoed} between ${echoed} after`, [secret]);
      assert.ok(!text.includes(echoed), text);
      assert.match(text, /^before .*\*\*\*.* between .*\*\*\*.* after$/);
    });
  }

  it('finds one in Base64 with other bytes around it, as a header is encoded: but for a character at either end, nothing of it stays', () => {
    const token = 'a8Jd93kf?>~Lq02mZx7';
    for (const before of ['', 'B', 'id', 'Bearer ', 'authorization: Bearer ']) {
      for (const after of ['', ';', '\r\n', '"}, more']) {
        for (const form of ['base64', 'base64url'] as const) {
          const echoed = Buffer.from(before + token + after).toString(form);
          const text = withoutSecrets(`<${echoed}>`, [token]);
          const [, begin = '', end = ''] = /^<(.*)\*\*\*(.*)>$/.exec(text) ?? [];
          assert.ok(text.includes('***'), `${before}, ${after}: ${text}`);
          const whole = (bytes: number): number => Math.ceil((bytes * 8) / 6);
          assert.ok(begin.length <= whole(before.length) + 1 && end.replace(/=+$/, '').length <= whole(after.length) + 1, `${before}, ${after}: ${text}`);
        }
      }
    }
  });

  it('finds one of characters that take two units', () => {
    for (const echoed of ['a😀bc', 'a%F0%9F%98%80bc', 'a\\ud83d\\ude00bc', 'a&#128512;bc']) assert.equal(withoutSecrets(`<${echoed}>`, ['a😀bc']), '<***>', echoed);
  });

  it('finds one in base64url if that differs from Base64', () => {
    const bytes = Buffer.from('a?>b~~~c');
    assert.notEqual(bytes.toString('base64url'), bytes.toString('base64').replace(/=+$/, ''));
    for (const form of ['base64', 'base64url'] as const) assert.match(withoutSecrets(`<${bytes.toString(form)}>`, [bytes.toString()]), /^<\*{3}=*>$/);
  });

  it('finds one that looks like an escape itself, and one after what looks like an escape', () => {
    for (const echoed of ['a%41/b', 'a%41%2Fb', 'a%2541%2Fb', 'a%252541%252Fb']) assert.equal(withoutSecrets(`<${echoed}>`, ['a%41/b']), '<***>', echoed);
    assert.equal(withoutSecrets('100 %41secret', ['41secret']), '100 %***');
  });

  it('leaves out what may be the beginning of a secret at the cut end of a text, wherever that is', () => {
    const secrets = ['canary/secret+"ü😀"', 'token-of-canary'];
    const forms = [secrets[0]!, encodeURIComponent(secrets[0]!), encodeURIComponent(encodeURIComponent(secrets[0]!)), JSON.stringify(secrets[0]).slice(1, -1)];
    for (const echoed of [...forms, 'canary/secret+&quot;&#xfc;&#128512;&quot;', 'can\u00adary/secret', 'canary\\/secret+\\"\\u00fc\\ud83d\\ude00\\"', 'token-of-canary']) {
      for (let length = 1; length < echoed.length; length++) {
        const text = withoutSecrets(`<b>refused</b> ${echoed.slice(0, length)}`, secrets, true);
        assert.doesNotMatch(text.replace('<b>refused</b>', ''), /[a-z]/, echoed.slice(0, length));
        assert.ok(text.startsWith('<b>refused</b>'));
      }
    }
    assert.equal(withoutSecrets('before canar', ['canary'], true), 'before ');
    assert.equal(withoutSecrets('before canary and can', ['canary', 'candle'], true), 'before *** and ');
    assert.equal(withoutSecrets('before canar', ['canary']), 'before canar');
  });

  it('takes time in proportion to the length, whatever the text repeats', () => {
    const secrets = [`${'a'.repeat(2000)}b`, `eyJ${'a'.repeat(1500)}`, `${'&'.repeat(2000)}x`, `${'%'.repeat(2000)}x`, 'ordinary/secret+1'];
    for (const unit of ['a', '&', '%', '\\', '%26', '%2526', '&amp;', '\\u0061', 'aaaa%61', '\u200b']) {
      const cleared = (length: number): (() => void) => {
        const text = unit.repeat(length / unit.length);
        return () => {
          withoutSecrets(text, secrets);
          withoutSecrets(text, secrets, true);
        };
      };
      const ratio = timesAsLong(cleared(80_000), cleared(10_000));
    // In quadratic time, 64.
      assert.ok(ratio < 16, `${unit}: ${ratio} times as long for 8 times as much`);
    }
  });

  it('leaves what only begins like a secret, and what only looks like an escape', () => {
    const text = 'secre%74 x, secre%7 secre\\u007 secre&#116 secre&t; secre+ % \\ & secr';
    assert.equal(withoutSecrets(text, ['secrett']), text);
  });

  it('does not change a text if a secret is too short to tell', () => {
    assert.equal(withoutSecrets('a cat sat', ['a', '', 'cat']), 'a cat sat');
    assert.equal(withoutSecrets('many cats sat', ['cats']), 'many *** sat');
  });

  it('hides the whole of a secret that begins with another one', () => {
    assert.equal(withoutSecrets('Bearer first-and-more', ['first', 'first-and-more']), 'Bearer ***');
  });

  it('knows what is secret in an authorization', () => {
    const basic = Buffer.from('id:my%20secret+word').toString('base64');
    assert.deepEqual(secretsInAuthorization('Bearer token-value'), ['Bearer token-value', 'token-value']);
    const secrets = secretsInAuthorization(`Basic ${basic}`);
    for (const part of [basic, 'my%20secret+word', 'my secret word']) assert.ok(secrets.includes(part), part);
  });

  it('knows what is secret in an address: what signs it, and not every word of its query', () => {
    const query = 'sv=2024-11-04&se=2026-01-01&sr=b&sig=a%2Bb%3D&X-Amz-SignedHeaders=host&X-Amz-Expires=3600&X-Goog-Credential=me&key=k1&long=0123456789abcdef&flag';
    const secrets = secretsInAddress(`https://user:pa%40ss@host.example/a?${query}#part`);
    assert.deepEqual(secrets, ['user', 'pa%40ss', 'pa@ss', 'a%2Bb%3D', 'a+b=', 'me', 'k1', '0123456789abcdef']);
    assert.deepEqual(secretsInAddress('no address'), []);
  });
});
