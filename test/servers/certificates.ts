import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { integer, objectIdentifier, sequence, tagged } from './der';

/** Certificates for test servers, made when the test runs: nothing secret is kept in the repository, and nothing expires there. */
export interface Certificate {
  /** PEM. */
  cert: string;
  /** PEM. */
  key: string;
}

export interface CertificateOptions {
  /** Names and addresses it holds for. */
  names: string[];
  /** Signs it; self-signed if absent. */
  issuer?: CertificateAuthority;
  validFrom?: Date;
  validTo?: Date;
}

const DAY_MS = 86_400_000;

/** Makes a certificate with a key of its own (X.509 version 3, RFC 5280; ECDSA on P-256). */
export function makeCertificate(options: CertificateOptions): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = options.names[0] ?? 'test';
  const issuer = options.issuer ?? { name, privateKey };
  return pemPair(name, publicKey, privateKey, issuer, options, [subjectAltName(options.names)]);
}

/** A certificate authority, only for tests. */
export class CertificateAuthority {
  /** PEM. */
  readonly cert: string;
  readonly privateKey: KeyObject;

  constructor(readonly name = 'Test authority') {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = privateKey;
    this.cert = pemPair(name, publicKey, privateKey, this, {}, [basicConstraintsOfAuthority()]).cert;
  }
}

interface Issuer {
  name: string;
  privateKey: KeyObject;
}

let serial = 0;

function pemPair(
  name: string,
  publicKey: KeyObject,
  privateKey: KeyObject,
  issuer: Issuer,
  { validFrom = new Date(Date.now() - DAY_MS), validTo = new Date(Date.now() + DAY_MS) }: Partial<CertificateOptions>,
  extensions: Buffer[],
): Certificate {
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(1000 + serial++),
    ecdsaWithSha256(),
    distinguishedName(issuer.name),
    sequence(generalizedTime(validFrom), generalizedTime(validTo)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  );
  const certificate = sequence(body, ecdsaWithSha256(), tagged(0x03, Buffer.of(0), sign('sha256', body, issuer.privateKey)));
  const lines = certificate.toString('base64').replace(/(.{64})/g, '$1\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function ecdsaWithSha256(): Buffer {
  return sequence(objectIdentifier('1.2.840.10045.4.3.2'));
}

function distinguishedName(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(objectIdentifier('2.5.4.3'), tagged(0x0c, Buffer.from(commonName)))));
}

function generalizedTime(date: Date): Buffer {
  return tagged(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
}

function extension(identifier: string, content: Buffer): Buffer {
  return sequence(objectIdentifier(identifier), tagged(0x04, content));
}

function subjectAltName(names: string[]): Buffer {
  const entries = names.map((name) => (isIP(name) ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : tagged(0x82, Buffer.from(name))));
  return extension('2.5.29.17', sequence(...entries));
}

function basicConstraintsOfAuthority(): Buffer {
  return extension('2.5.29.19', sequence(tagged(0x01, Buffer.of(0xff))));
}
