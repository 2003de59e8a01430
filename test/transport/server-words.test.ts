import assert from 'node:assert/strict';
import { errorWords, safeWords } from '../../src/transport/server-words';
import { timesAsLong } from '../time/times-as-long';

describe('the words of an error answer', () => {
  const shapes: [name: string, body: unknown, words: string][] = [
    ['problem details (RFC 9457)', { type: 'about:blank', title: 'Invalid geometry', status: 422, detail: 'Ring 1 is open', instance: '/v1/x' }, 'Invalid geometry: Ring 1 is open'],
    ['a message', { message: 'No such dataset' }, 'No such dataset'],
    ['a code and a message', { code: 'E42', message: 'No such dataset', status: 404 }, 'E42: No such dataset'],
    ['an OAuth error (RFC 6749)', { error: 'invalid_scope', error_description: 'Not yours' }, 'invalid_scope: Not yours'],
    ['an error in an error', { error: { code: 404, message: 'No such dataset' } }, 'No such dataset'],
    ['a list of texts', { errors: ['first', 'second'] }, 'first; second'],
    ['a list of errors with places', { errors: [{ path: 'geometry', message: 'is open' }, { field: 'startYear', detail: 'too early' }] }, 'geometry: is open; startYear: too early'],
    ['a detail in a list with its place', { detail: [{ loc: ['body', 'geometry', 0], msg: 'field required', type: 'missing' }] }, 'body.geometry.0: field required'],
    ['lists by field', { title: 'Invalid', errors: { geometry: ['is open', 'is empty'], startYear: ['too early'] } }, 'Invalid: geometry: is open; is empty: startYear: too early'],
    ['a bare list', [{ message: 'first' }, 'second'], 'first; second'],
    ['a list that says nothing here and there', { errors: ['', 'second', {}] }, 'second'],
    ['a bare JSON text', '"No such dataset"', 'No such dataset'],
    ['a shape of its own', { fault: { text: 'Invalid call' } }, 'fault: text: Invalid call'],
    ['details beside a general word', { error: 'Bad Request', details: 'Area exceeds 10 ha' }, 'Bad Request: Area exceeds 10 ha'],
    ['details in a list', { message: 'Validation failed', details: [{ message: 'is required', path: ['geometry'] }] }, 'Validation failed: geometry: is required'],
    ['a message of another name', { error: 'invalid_request', error_message: 'Ring 1 is open' }, 'invalid_request: Ring 1 is open'],
    ['a fault of a gateway', { fault: { faultstring: 'Quota exceeded', detail: { errorcode: 'policies.Quota' } } }, 'fault: Quota exceeded: fault: errorcode: policies.Quota'],
    ['parameters with reasons (RFC 7807)', { title: 'Not valid', 'invalid-params': [{ name: 'startYear', reason: 'is negative' }] }, 'Not valid: startYear: is negative'],
    ['violations', { title: 'An error occurred', violations: [{ propertyPath: 'geometry', message: 'is open' }] }, 'An error occurred: geometry: is open'],
    ['errors with a source (JSON:API)', { errors: [{ status: '422', source: { pointer: '/geometry' }, title: 'Not valid' }] }, '/geometry: Not valid'],
    ['errors with messages of their own', { error: 'Bad Request', errors: [{ field: 'geometry', defaultMessage: 'is open', code: 'Ring' }] }, 'Bad Request: geometry: Ring: is open'],
    ['an error with the path of the request, which is no field', { status: 404, error: 'Not Found', message: 'No data', path: '/v1/x' }, 'Not Found: No data'],
    ['words said twice', { title: 'Not found', detail: 'Not found', message: 'Not found' }, 'Not found'],
    ['plain text', 'upstream\n connect error', 'upstream connect error'],
    ['HTML, by its title', '<!DOCTYPE html><html><head><title>502 Bad\nGateway</title></head><body><h1>No</h1></body></html>', '502 Bad Gateway'],
    ['HTML, by its heading', '<html><body><h1>Bad gateway</h1><p>x</p></body></html>', 'Bad gateway'],
    ['HTML whose heading is a number', '<html><head><style>h1 { color: red }</style></head><body><h1>400</h1><p>Geometry is too large</p></body></html>', '400 Geometry is too large'],
    ['HTML whose title is a number', '<html><head><title>404</title></head><body>no route</body></html>', '404 no route'],
    ['HTML whose title is "Error"', '<!DOCTYPE html><html><head><title>Error</title></head><body><pre>Cannot POST /v1/datasets</pre></body></html>', 'Error Cannot POST /v1/datasets'],
    ['HTML without title and heading', '<html><head><script>x()</script></head><body>Request Entity Too Large</body></html>', 'Request Entity Too Large'],
    ['the bare body of a page', '<body><p>Try&nbsp;later</p></body>', 'Try later'],
    ['XML of a shape of its own: nobody knows what it repeats', '<?xml version="1.0"?><Fault><Sent>canary</Sent></Fault>', ''],
    ['XML of a gateway', '<am:fault xmlns:am="http://wso2.org/apimanager"><am:code>900901</am:code><am:message>Invalid Credentials</am:message><am:description>Log in first</am:description></am:fault>', 'Invalid Credentials: Log in first'],
    ['problem details as XML', '<?xml version="1.0"?>\n<problem xmlns="urn:ietf:rfc:7807"><status>400</status><title>Bad request</title><detail>\n  Ring 1 is open &amp; empty</detail></problem>', 'Bad request: Ring 1 is open & empty'],
    ['a fault of SOAP', '<s:Envelope><s:Body><s:Fault><faultstring xml:lang="en"><![CDATA[Ring 1 is open & empty]]></faultstring><detail>\n<sent>canary</sent></detail></s:Fault></s:Body></s:Envelope>', 'Ring 1 is open & empty'],
    ['a fault of SOAP without prefixes, which is no page in spite of its body', '<Envelope><Body><Fault><faultstring>Ring 1 is open</faultstring><detail><sent>canary</sent></detail></Fault></Body></Envelope>', 'Ring 1 is open'],
    ['an error of Spring as XML, without what it adds', '<Map><timestamp>12</timestamp><status>400</status><error>Bad Request</error><token>canary</token><message>No such dataset</message></Map>', 'Bad Request: No such dataset'],
    ['an error of Hydra', { '@context': '/contexts/Error', '@type': 'hydra:Error', 'hydra:title': 'An error occurred', 'hydra:description': 'Ring 1 is open' }, 'An error occurred: Ring 1 is open'],
    ['JSON-LD of a shape of its own', { '@context': 'https://x.example', '@type': 'Fault', fault: 'Invalid call' }, 'fault: Invalid call'],
    ['an error of S3', '<?xml version="1.0"?>\n<Error><Code>NoSuchKey</Code><Message>The key does not exist &amp; never did.</Message><Key>a/b.zip</Key></Error>', 'NoSuchKey: The key does not exist & never did.'],
    ['an error of S3 that is cut', '<Error><Code>AccessDenied</Code><Message>Request has exp', 'AccessDenied: Request has exp'],
    ['an error of Azure, without what it adds', '\ufeff<?xml version="1.0"?><Error><Code>AuthenticationFailed</Code><Message>Not authenticated.\nTime:12</Message><AuthenticationErrorDetail>String to sign</AuthenticationErrorDetail></Error>', 'AuthenticationFailed: Not authenticated. Time:12'],
    ['HTML that says nothing', '<html><body></body></html>', ''],
    ['HTML in a message', { message: '<b>No</b> such <script>alert(1)</script>dataset' }, 'No such dataset'],
    ['broken JSON', '{"message": "cut', '{"message": "cut'],
    ['nothing', '', ''],
    ['an empty object', {}, ''],
    ['a number', { message: 7, detail: null }, ''],
    ['too many levels', { errors: { errors: { errors: { errors: { errors: 'deep' } } } } }, ''],
  ];
  for (const [name, body, words] of shapes) {
    it(`are read from ${name}`, () => {
      assert.equal(errorWords(typeof body === 'string' ? body : JSON.stringify(body)), words);
    });
  }

  it('are cut to 500 characters on one line', () => {
    const words = errorWords(JSON.stringify({ message: `a\u0000b\u001b[31m${'x '.repeat(5000)}` }));
    assert.equal(words.length, 500);
    // oxlint-disable-next-line no-control-regex
    assert.doesNotMatch(words, /[\u0000-\u001f]/);
  });

  it('hold no signed link, no token and no secret', () => {
    const secret = 'canary/secret+1';
    const cases = [
      'See https://files.example.com/a.zip?sig=canary&x=1#canary=2 now',
      'See s3://bucket/a?X-Amz-Signature=canary',
      'Refused: Bearer canary.token-123',
      `Refused for ${secret} and ${encodeURIComponent(secret)}`,
      `${'x'.repeat(490)} ${secret}`,
      JSON.stringify({ message: `for ${secret}`, detail: { hint: 'eyJcanary0.canary.canary' } }),
      JSON.stringify({ fault: { client_secret: 'canary', access_token: 'canary', text: 'no' } }),
      `<title>${secret}</title>`,
    ];
    for (const body of cases) assert.doesNotMatch(errorWords(body, [secret, '']), /canary/, body);
    // No text is cut in the middle of a secret, which would then no longer be recognised.
    for (const limit of [500, 1000, 20_000]) {
      for (let before = limit - 20; before < limit; before++) {
        const text = 'x'.repeat(before - 1) + ' ' + secret;
        for (const body of [text, `<title>${text}</title>`, `<h1>1</h1>${'<br>'.repeat(Math.floor(before / 4) - 3)}${secret}`, JSON.stringify({ title: text })]) {
          assert.doesNotMatch(errorWords(body, [secret]), /can/, `${limit} ${before} ${body.slice(0, 10)}`);
        }
      }
    }
    assert.equal(safeWords('See https://files.example.com/a.zip?sig=canary now', []), 'See https://files.example.com/a.zip now');
  });

  it('are cut before anything is done with them, and then hold no half of a secret', () => {
    const secret = 'canary/secret+1';
    const told = (escapes: number): (() => void) => {
      const bodies = ['&amp;'.repeat(escapes), JSON.stringify({ detail: '&amp;'.repeat(escapes) }), `<title>${'%26'.repeat(escapes)}`];
      return () => {
        for (const body of bodies) errorWords(body, [secret, 'token-of-canary']);
      };
    };
    const ratio = timesAsLong(told(180_000), told(36_000));
    assert.ok(ratio < 3, `${ratio} times as long for 5 times as much`);
    for (let length = 1; length < secret.length; length++) {
      for (const echoed of [secret.slice(0, length), [...secret.slice(0, length)].join('<wbr>')]) {
        const tags = '<br>'.repeat(4900);
        const body = `${'x'.repeat(20_000 - tags.length - echoed.length)}${tags}${echoed}${secret.slice(length)}`;
        assert.doesNotMatch(errorWords(body, [secret]), /c/, `${echoed} ${length}`);
      }
    }
  });

  it('are the title of a page, even after long styles', () => {
    assert.equal(errorWords(`<html><style>${'a{}'.repeat(20_000)}</style><title>Gateway login</title></html>`), 'Gateway login');
  });

  it('hold no half of a secret that contains a tag left open by the cut', () => {
    const secret = 's3cr3tTOKENvalue';
    const echoed = `${secret.slice(0, 9)}<b class="x">${secret.slice(9)}`;
    for (let shown = 10; shown < 20; shown++) assert.doesNotMatch(errorWords(`<p>${' '.repeat(19_997 - shown)}${echoed}`, [secret]), /s3c/, String(shown));
  });

  it('are not taken from JSON that is too long to be parsed, or broken: it may hold what is otherwise left out', () => {
    const answer = { refresh_token: 'canary', detail: 'x' };
    assert.equal(errorWords(JSON.stringify(answer)), 'x');
    assert.equal(errorWords(JSON.stringify({ ...answer, detail: 'x'.repeat(1_000_000) })), '');
    assert.equal(errorWords(JSON.stringify(answer).slice(0, -1)), '');
    assert.equal(errorWords(JSON.stringify({ title: 'Area too large', area: 'P'.repeat(900_000) })), 'Area too large', 'of most of a megabyte');
    assert.equal(errorWords(JSON.stringify({ detail: [{ msg: 'is open', input: '1 2, '.repeat(40_000) }] })), 'is open', 'also beside the area of the request');
  });

  it('survive any nesting', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    assert.equal(errorWords(deep), '');
    assert.equal(errorWords('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)), '');
  });
});
