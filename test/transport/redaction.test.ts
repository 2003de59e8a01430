import assert from 'node:assert/strict';
import { publicUrl, secretsInAddress, secretsInHeaders, withoutSecrets } from '../../src/transport/redaction';

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
    ['in a longer text in JSON', JSON.stringify({ echo: `client_secret=${secret}&` })],
    ['in a URL, with some characters left alone', 'p+q%2Fr "%C3%BC" &=%25'],
    ['in a URL, with letters encoded, too', '%70%2bq/r+%22ü%22%20&%3D%'],
    ['in HTML', 'p+q/r &quot;ü&quot; &amp;=%'],
    ['in HTML by numbers', 'p&#43;q&#x2F;r &#34;&#xfc;&#34; &#38;=%'],
    ['in Base64 in a URL', encodeURIComponent(Buffer.from(secret).toString('base64'))],
    ['in Base64', Buffer.from(secret).toString('base64')],
  ] as const) {
    it(`finds a secret ${form}`, () => {
      const text = withoutSecrets(`before ${echoed} between ${echoed} after`, [secret]);
      assert.ok(!text.includes(echoed), text);
      assert.match(text, /^before .*\*\*\*.* between .*\*\*\*.* after$/);
    });
  }

  it('finds one of characters that take two units', () => {
    for (const echoed of ['a😀bc', 'a%F0%9F%98%80bc', 'a\\ud83d\\ude00bc', 'a&#128512;bc']) assert.equal(withoutSecrets(`<${echoed}>`, ['a😀bc']), '<***>', echoed);
  });

  it('leaves what only begins like a secret, and what only looks like an escape', () => {
    const text = 'secre%74 x, secre%7 secre\\u007 secre&#116 secre&t; secre+ % \\ & secr';
    assert.equal(withoutSecrets(text, ['secrett']), text);
  });

  it('leaves a text alone where a secret is too short to tell', () => {
    assert.equal(withoutSecrets('a cat sat', ['a', '', 'cat']), 'a cat sat');
    assert.equal(withoutSecrets('many cats sat', ['cats']), 'many *** sat');
  });

  it('hides the whole of a secret that begins with another one', () => {
    assert.equal(withoutSecrets('Bearer first-and-more', ['first', 'first-and-more']), 'Bearer ***');
  });

  it('knows what is secret in request headers', () => {
    const basic = Buffer.from('id:my%20secret+word').toString('base64');
    assert.deepEqual(secretsInHeaders({ accept: 'text/plain', Authorization: 'Bearer token-value' }), ['Bearer token-value', 'token-value']);
    assert.deepEqual(secretsInHeaders({ 'x-authorization': 'one', 'cookie-policy': 'two', 'x-api-key': 'key' }), ['key', 'key']);
    assert.deepEqual(secretsInHeaders({ cookie: 'a=basic b' }), ['a=basic b', 'b'], 'nothing is decoded that is not Basic');
    const secrets = secretsInHeaders({ authorization: `Basic ${basic}` });
    for (const part of [basic, 'my%20secret+word', 'my secret word']) assert.ok(secrets.includes(part), part);
  });

  it('knows what is secret in an address: what signs it, and not every word of its query', () => {
    const query = 'sv=2024-11-04&se=2026-01-01&sr=b&sig=a%2Bb%3D&X-Amz-SignedHeaders=host&X-Amz-Expires=3600&X-Goog-Credential=me&key=k1&long=0123456789abcdef&flag';
    const secrets = secretsInAddress(`https://user:pa%40ss@host.example/a?${query}#part`);
    assert.deepEqual(secrets, ['user', 'pa%40ss', 'pa@ss', 'a%2Bb%3D', 'a+b=', 'me', 'k1', '0123456789abcdef']);
    assert.deepEqual(secretsInAddress('no address'), []);
  });
});
