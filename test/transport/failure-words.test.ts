import assert from 'node:assert/strict';
import { UnreadableBody } from '../../src/transport/answer-body';
import { ProxyFailure } from '../../src/transport/proxy-tunnel';
import { failureWords } from '../../src/transport/failure-words';
import { TimeLimit } from '../../src/transport/time-limit';

describe('The words for a failure', () => {
  const coded = (code: string): Error => Object.assign(new Error('words of the system'), { code });

  for (const [reason, what, outlook, blame] of [
    [coded('ENOTFOUND'), /^the name h:1 cannot be resolved$/, 'passing', 'network'],
    [coded('EAI_AGAIN'), /cannot be resolved/, 'passing', 'network'],
    [coded('ECONNREFUSED'), /^h:1 refused the connection$/, 'passing', 'network'],
    [coded('EHOSTUNREACH'), /no route/, 'passing', 'network'],
    [coded('ENETUNREACH'), /no route/, 'passing', 'network'],
    [coded('ECONNRESET'), /closed the connection/, 'passing', 'network'],
    [coded('EPIPE'), /closed the connection/, 'passing', 'network'],
    [coded('UND_ERR_SOCKET'), /closed the connection/, 'passing', 'network'],
    [coded('ETIMEDOUT'), /did not accept a connection in time/, 'passing', 'network'],
    [coded('UND_ERR_CONNECT_TIMEOUT'), /did not accept a connection in time/, 'passing', 'network'],
    [coded('CERT_NOT_YET_VALID'), /^the certificate of h:1 is not valid yet$/, 'passing', 'network'],
    [coded('EMFILE'), /too many files/, 'passing', 'network'],
    [coded('CERT_HAS_EXPIRED'), /has expired/, 'final', 'network'],
    [coded('CERT_REVOKED'), /was revoked/, 'final', 'network'],
    [coded('SELF_SIGNED_CERT_IN_CHAIN'), /not signed by an authority/, 'final', 'network'],
    [coded('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), /not signed by an authority/, 'final', 'network'],
    [coded('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'), /^no secure connection to h:1 could be agreed on \(ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE\)$/, 'final', 'network'],
    [coded('EPROTO'), /no secure connection/, 'final', 'network'],
    [coded('HPE_INVALID_CONSTANT'), /not answer as HTTP requires/, 'final', 'answer'],
    [coded('UND_ERR_HEADERS_OVERFLOW'), /^the headers of the answer of h:1 are too large \(more than 16 kB\)$/, 'final', 'answer'],
    [coded('HPE_HEADER_OVERFLOW'), /headers .* too large/, 'final', 'answer'],
    [coded('UND_ERR_INVALID_ARG'), /cannot be put together/, 'final', 'setting'],
    [coded('EPROTONOSUPPORT'), /failed \(EPROTONOSUPPORT\)$/, 'passing', 'network'],
    [coded('E_NO_CERT_STORE'), /failed \(E_NO_CERT_STORE\)$/, 'passing', 'network'],
    [coded('E_HPE_'), /failed \(E_HPE_\)$/, 'passing', 'network'],
    [coded('E_UND_ERR_REQ_'), /failed \(E_UND_ERR_REQ_\)$/, 'passing', 'network'],
    [coded('INVALID_CA'), /no secure connection/, 'final', 'network'],
    [coded('HOSTNAME_MISMATCH'), /no secure connection/, 'final', 'network'],
    [coded('HTTPParserError'), /not answer as HTTP requires/, 'final', 'answer'],
    [Object.assign(new Error('Response does not match the HTTP/1.1 protocol (Invalid EOF state)'), { name: 'HTTPParserError' }), /before its answer was complete$/, 'passing', 'network'],
    [coded('ERR_INVALID_CHAR'), /cannot be put together/, 'final', 'setting'],
    [coded('E_UNHEARD_OF'), /^the connection to h:1 failed \(E_UNHEARD_OF\)$/, 'passing', 'network'],
    [new RangeError('without a code'), /failed \(RangeError\)$/, 'passing', 'network'],
    [new TimeLimit('connect', 5), /did not accept a connection within 5 s/, 'passing', 'network'],
    [new TimeLimit('headers', 5), /did not answer within 5 s/, 'passing', 'network'],
    [new TimeLimit('body', 5), /stopped in the middle of its answer for 5 s/, 'passing', 'network'],
    [new TimeLimit('total', 5), /was not complete after 5 s/, 'passing', 'network'],
    [new UnreadableBody('is not valid UTF-8'), /^the answer of h:1 is not valid UTF-8$/, 'final', 'answer'],
    [new ProxyFailure(407, ''), /other credentials \(407\)/, 'final', 'network'],
    [new ProxyFailure(401, ''), /other credentials \(401\)/, 'final', 'network'],
    [new ProxyFailure(403, ''), /does not connect to h:1 \(403\)/, 'final', 'network'],
    [new ProxyFailure(408, ''), /could not connect to h:1 \(408\)/, 'passing', 'network'],
    [new ProxyFailure(429, ''), /could not connect to h:1 \(429\)/, 'passing', 'network'],
    [new ProxyFailure(499, ''), /does not connect to h:1 \(499\)/, 'final', 'network'],
    [new ProxyFailure(500, ''), /could not connect to h:1 \(500\)/, 'passing', 'network'],
    [new ProxyFailure(503, ''), /could not connect to h:1 \(503\)/, 'passing', 'network'],
    [new ProxyFailure(undefined, 'ECONNREFUSED'), /cannot be reached or broke off \(ECONNREFUSED\)/, 'passing', 'network'],
  ] as const) {
    it(`are of a ${outlook} ${blame} failure for ${(reason as { code?: string }).code ?? reason.name} (${what.source})`, () => {
      const words = failureWords(reason, 'h:1');
      assert.match(words.what, what);
      assert.equal(words.outlook, outlook);
      assert.equal(words.blame, blame);
      assert.match(words.advice, /^[A-Z].*\.$/);
      assert.doesNotMatch(words.what + words.advice, /%s|words of the system/);
    });
  }

  it('are not confused by a host with dollar signs', () => {
    assert.equal(failureWords(coded('ECONNREFUSED'), "$&$'").what, "$&$' refused the connection");
  });
});
