import { buildZip, type ZipEntry, type ZipOptions } from './zip-builder';

/** A zip that must be refused, named after what is wrong with it. */
export interface HostileZip {
  name: string;
  zip: () => Buffer;
  /** The reason that the error gives. */
  because: string;
  /** Its directory is in order: the fault is found only when the entry is read. */
  onlyWhenRead?: boolean;
}

export const plain: ZipEntry = { name: 'soil.csv', content: 'id,ph\n1,6.5\n' };
export const other: ZipEntry = { name: 'licence.txt', content: 'CC-BY 4.0' };

/** A hostile zip without the reason, which several share. */
export type Example = Omit<HostileZip, 'because'>;

export function because(reason: string, examples: Example[]): HostileZip[] {
  return examples.map((example) => ({ ...example, because: reason }));
}

export function hostile(name: string, entries: ZipEntry[], options?: ZipOptions): Example {
  return { name, zip: () => buildZip(entries, options) };
}

export function whenRead(name: string, entries: ZipEntry[]): Example {
  return { name, zip: () => buildZip(entries), onlyWhenRead: true };
}

/** Adds one to the byte at an offset from the signature. */
export function changed(zip: Buffer, signature: string, offset: number): Buffer {
  const at = zip.indexOf(signature, 'latin1') + offset;
  zip.writeUInt8(zip.readUInt8(at) + 1, at);
  return zip;
}
