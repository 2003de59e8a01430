import { UnreadableBody } from './answer-body';
import { ProxyFailure, SOCKS } from './proxy-tunnel';
import { TimeLimit } from './time-limit';

/** What is said of a failed try. */
export interface FailureWords {
  /** What happened: a clause without a full stop. */
  what: string;
  /** What to do: sentences. */
  advice: string;
  /** The system's own word for it, for `cause.detail`; after `proxy: `, it is about the way to the proxy. */
  detail: string;
  /** `final`: the next try would end like this one. */
  outlook: 'passing' | 'final';
  /** `answer`: something answered, and it was not what the interface describes. `setting`: the request could not be put together. */
  blame: 'network' | 'answer' | 'setting';
  /** Seconds in which nothing came, if that is what ended the try. */
  stoodSeconds?: number;
}

type Said = [what: string, advice: string];

const NO_NAME: Said = ['the name %s cannot be resolved', "Check the address in the settings, and this machine's name service."];
const NO_ROUTE: Said = ['there is no route to %s', "Check this machine's network."];
const CUT: Said = ['%s closed the connection before its answer was complete', 'Try again later.'];
const NO_CONNECTION: Said = ['%s did not accept a connection in time', 'Check the address, the network, firewalls, and the proxy, if one is set or needed.'];
const NOT_TRUSTED: Said = [
  'the certificate of %s is not signed by an authority that this machine trusts',
  'If that is right, add the authority (CA) to the TLS configuration. A network that wants a login first may have answered in its place.',
];
const NO_TLS: Said = ['%s does not speak TLS on this port', 'Check the port, whether the address should begin with https, and the proxy, if one is set.'];
/** A machine whose clock does not run while it is off starts in the past, and is right once it has reached a time server. */
const NOT_YET_VALID: Said = ['the certificate of %s is not valid yet', "Check this machine's date."];
const LESS_AT_ONCE =
  'Ask for less at once: a smaller area, or fewer datasets and properties. If no long answer was expected, check the address in the settings.';
const NO_FILES: Said = ['this machine has too many files and connections open', "Raise its limit (ulimit -n), or lower the requests at once (\"In parallel\") of the soil service."];

const PASSING = new Map<string, Said>([
  ['ENOTFOUND', NO_NAME],
  ['EAI_AGAIN', NO_NAME],
  ['EAI_NODATA', NO_NAME],
  ['ECONNREFUSED', ['%s refused the connection', 'Check host and port, and that the service runs.']],
  ['EHOSTUNREACH', NO_ROUTE],
  ['ENETUNREACH', NO_ROUTE],
  ['ENETDOWN', NO_ROUTE],
  ['EADDRNOTAVAIL', NO_ROUTE],
  ['ETIMEDOUT', NO_CONNECTION],
  ['UND_ERR_CONNECT_TIMEOUT', NO_CONNECTION],
  ['ECONNRESET', CUT],
  ['EPIPE', CUT],
  ['UND_ERR_SOCKET', CUT],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', CUT],
  ['CERT_NOT_YET_VALID', NOT_YET_VALID],
  ['EMFILE', NO_FILES],
  ['ENFILE', NO_FILES],
]);

const FINAL_TLS = new Map<string, Said>([
  ['CERT_HAS_EXPIRED', ['the certificate of %s has expired', "Its operator has to renew it. Check this machine's date as well."]],
  ['ERR_TLS_CERT_ALTNAME_INVALID', ['the certificate of %s was issued for another name', 'Check the address, the server name in the TLS configuration, and whether this network wants a login first.']],
  ['CERT_REVOKED', ['the certificate of %s was revoked', 'Its operator has to replace it.']],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', NOT_TRUSTED],
  ['SELF_SIGNED_CERT_IN_CHAIN', NOT_TRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', NOT_TRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT', NOT_TRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', NOT_TRUSTED],
  ['ERR_SSL_WRONG_VERSION_NUMBER', NO_TLS],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', NO_TLS],
]);

const OF_BODY: Readonly<Record<UnreadableBody['remedy'], string>> = {
  address: 'Check the address in the settings.',
  less: LESS_AT_ONCE,
  again: 'Try again; if that does not help, check the address in the settings, and ask whoever runs the service.',
};

/** Says what went wrong with a try, and what to do about it. */
export function failureWords(reason: Error, host: string): FailureWords {
  if (reason instanceof TimeLimit) return timeLimitWords(reason, host);
  if (reason instanceof UnreadableBody) {
    return { what: `the answer of ${host} ${reason.reason}`, advice: OF_BODY[reason.remedy], detail: reason.reason, outlook: 'final', blame: 'answer' };
  }
  if (reason instanceof ProxyFailure) return proxyWords(reason, host);
  const code = (reason as NodeJS.ErrnoException).code ?? reason.name;
  const passing = PASSING.get(code);
  if (passing) return say(passing, host, code, 'passing', 'network');
  const tls = FINAL_TLS.get(code);
  if (tls) return say(tls, host, code, 'final', 'network');
  if (/^(ERR_SSL_|ERR_TLS_|ERR_OSSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)/.test(code)) {
    const advice = 'Check that the address is right, and the certificate and key in the TLS configuration.';
    return say([`no secure connection to %s could be agreed on (${code})`, advice], host, code, 'final', 'network');
  }
  if (/^(UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)$/.test(code)) {
    const advice = 'Ask its operator why, and check whether a proxy or a login page on the way adds to them.';
    return say(['the headers of the answer of %s are too large (more than 16 kB)', advice], host, code, 'final', 'answer');
  }
  if (/^(HTTPParserError|HPE_)/.test(code)) {
    // undici 7 does not report the code of this one.
    if (/\(Invalid EOF state\)/.test(reason.message)) return say(CUT, host, code, 'passing', 'network');
    return say(['%s does not answer as HTTP requires', 'Check host and port, and whether the address should begin with https.'], host, code, 'final', 'answer');
  }
  if (/^(UND_ERR_INVALID_ARG|UND_ERR_REQ_|UND_ERR_NOT_SUPPORTED|ERR_INVALID_)/.test(code)) {
    return say(['the request cannot be put together', 'Check the settings for characters that do not belong there.'], host, code, 'final', 'setting');
  }
  return say([`the connection to %s failed (${code})`, 'Try again later.'], host, code, 'passing', 'network');
}

function say([what, advice]: Said, host: string, detail: string, outlook: FailureWords['outlook'], blame: FailureWords['blame']): FailureWords {
  return { what: what.replace('%s', () => host), advice, detail, outlook, blame };
}

function timeLimitWords({ phase, seconds }: TimeLimit, host: string): FailureWords {
  const sentences: Record<TimeLimit['phase'], Said> = {
    connect: [`%s did not accept a connection within ${seconds} s`, NO_CONNECTION[1]],
    headers: [`%s did not answer within ${seconds} s`, 'Raise the time limit of the service, or try again later.'],
    body: [`%s stopped in the middle of its answer for ${seconds} s`, 'Raise the time limit of the service, or try again later.'],
    total: [`the answer of %s was not complete after ${seconds} s`, 'Ask for less at once, or raise the time limit of the service.'],
  };
  return { ...say(sentences[phase], host, `time limit (${phase})`, 'passing', 'network'), ...(phase !== 'total' && { stoodSeconds: seconds }) };
}

/** How many ways to sign in are named. */
const MOST_SCHEMES = 3;

function proxyWords({ status, message, schemes }: ProxyFailure, host: string): FailureWords {
  if (status === 407 && schemes.length > 0 && !schemes.some((scheme) => /^basic$/i.test(scheme))) {
    const advice = 'Ask its administrator for an exception, or run a local proxy that signs in to it.';
    return say([`the proxy wants its clients to sign in by ${schemes.slice(0, MOST_SCHEMES).join(' or ')} (407), which is not supported`, advice], host, message, 'final', 'network');
  }
  // Some proxies answer 401 to a wrong password, and 407 to none.
  if (status === 407 || status === 401) {
    return say([`the proxy wants other credentials (${status})`, 'Check the user name and password of the proxy.'], host, message, 'final', 'network');
  }
  if (message === SOCKS) {
    const advice = 'Set HTTPS_PROXY to a proxy that speaks HTTP, or list the host in NO_PROXY.';
    return say(['the proxy of the environment is a SOCKS proxy, which is not supported', advice], host, message, 'final', 'setting');
  }
  if (status === undefined) {
    return say([`the proxy cannot be reached or broke off (${message})`, 'Check the address and the state of the proxy.'], host, `proxy: ${message}`, 'passing', 'network');
  }
  if (status < 500 && status !== 408 && status !== 429) {
    const advice = 'Check the rules of the proxy, or list the host among those without proxy.';
    return say([`the proxy does not connect to %s (${status})`, advice], host, message, 'final', 'network');
  }
  return say([`the proxy could not connect to %s (${status})`, 'Check the address, and whether the proxy reaches it.'], host, message, 'passing', 'network');
}
