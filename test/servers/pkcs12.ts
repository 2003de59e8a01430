import { createHash, createHmac, createPrivateKey, randomBytes } from 'node:crypto';
import type { Certificate } from './certificates';
import { integer, objectIdentifier, sequence, tagged } from './der';

const DATA = '1.2.840.113549.1.7.1';
const SHROUDED_KEY_BAG = '1.2.840.113549.1.12.10.1.2';
const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3';
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';
const SHA1 = '1.3.14.3.2.26';

/** Certificate and key in one file, and authorities if there are any: PKCS #12 (RFC 7292), as `openssl pkcs12 -export` writes it. */
export function pkcs12({ cert, key }: Certificate, passphrase: string, authorities: readonly string[] = []): Buffer {
  const shrouded = createPrivateKey(key).export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase });
  const certificates = [cert, ...authorities].map((pem) => certificateBag(Buffer.from(pem.replace(/-----[^-]*-----|\s/g, ''), 'base64')));
  const contents = sequence(content(sequence(bag(SHROUDED_KEY_BAG, shrouded), ...certificates)));
  return sequence(integer(3), content(contents), check(contents, passphrase));
}

function content(data: Buffer): Buffer {
  return sequence(objectIdentifier(DATA), tagged(0xa0, tagged(0x04, data)));
}

function bag(kind: string, value: Buffer): Buffer {
  return sequence(objectIdentifier(kind), tagged(0xa0, value));
}

function certificateBag(der: Buffer): Buffer {
  return bag(CERTIFICATE_BAG, sequence(objectIdentifier(X509_CERTIFICATE), tagged(0xa0, tagged(0x04, der))));
}

/** The check (MAC) of the whole: its key is derived in one iteration (RFC 7292, appendix B), in blocks of 64 bytes, since SHA-1 works in such. */
function check(contents: Buffer, passphrase: string): Buffer {
  const salt = randomBytes(8);
  const password = Buffer.from(`${passphrase}\0`, 'utf16le').swap16();
  const blocks = [salt, password].map((part) => Buffer.alloc(Math.ceil(part.length / 64) * 64, part));
  const key = createHash('sha1').update(Buffer.concat([Buffer.alloc(64, 3), ...blocks])).digest();
  const digest = createHmac('sha1', key).update(contents).digest();
  return sequence(sequence(sequence(objectIdentifier(SHA1), tagged(0x05)), tagged(0x04, digest)), tagged(0x04, salt), integer(1));
}
