/**
 * Elements of XML that hold words: of problem details (RFC 9457, the older RFC 7807 shows them as XML), of SOAP, of OGC services, and of the gateways that
 * answer in XML whatever was asked for. Nobody knows what others repeat: the request with its token, perhaps.
 */
const WORD_ELEMENTS = ['title', 'detail', 'error', 'error_description', 'message', 'description', 'faultstring', 'text', 'reason', 'ExceptionText', 'ServiceException'];

const WORDS = new RegExp(`<(?:[\\w-]{1,40}:)?(?:${WORD_ELEMENTS.join('|')})(?:\\s[^<>]{0,500})?>\\s{0,500}(?:<!\\[CDATA\\[([^]{1,2000}?)\\]\\]>|([^<]{1,2000}))`, 'gi');

/** The words in an error answer of XML, without repetitions; empty if no element is known to hold any. */
export function xmlWords(xml: string): string {
  return /<Error[\s>]/.test(xml) ? storeWords(xml) : elementWords(xml);
}

function elementWords(xml: string): string {
  const found = Array.from(xml.matchAll(WORDS), ([, quoted, bare = '']) => (quoted ?? bare).trim());
  return [...new Set(found.filter((words) => /\D/.test(words)))].slice(0, 10).join(': ');
}

/** Those of object stores (S3, Azure, Google). Only these two elements: the others of such an error repeat the request, with its signature. */
function storeWords(xml: string): string {
  const found = [/<Code>([^<]{1,200})/, /<Message>([^<]{1,2000})/].map((element) => element.exec(xml)?.[1]?.trim());
  return found.filter(Boolean).join(': ');
}
