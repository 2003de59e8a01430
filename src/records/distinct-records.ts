import type { SoilRecord } from './soil-record';

const TABLES = 256;
const FIRST_SLOTS = 256;
const NUMBER = 0x6e756d62;
const NOTHING = 0x6e6f7468;
const TEXT = 0x74657874;

/**
 * Recognises records that were seen before. Two records are the same if all their fields are, and what could not be read of them is too. The row's
 * identifier and the date of publication are not part of a record, so rows that differ only in these are repeats.
 *
 * Records are remembered by 64 bits of hash, seeded anew for each reading: 16 to 32 bytes each instead of a hundred or so, so that millions
 * fit. The odds that any two of n different records share a hash, and one is lost, are n^2 / 2^65: 1 in 9 million for 2 million records.
 */
export class DistinctRecords {
  private readonly tables = Array.from({ length: TABLES }, () => new HashTable());
  private readonly number = new Float64Array(1);
  private readonly words = new Uint32Array(this.number.buffer);
  private readonly seedA = Math.floor(Math.random() * 2 ** 32);
  private readonly seedB = Math.floor(Math.random() * 2 ** 32);
  private a = 0;
  private b = 0;

  /**
   * Remembers the record. Returns false if it was seen before.
   *
   * @param besides what sets it apart from others, apart from its fields
   */
  add(record: SoilRecord, besides = ''): boolean {
    this.a = this.seedA;
    this.b = this.seedB;
    this.mixIn(record.dataset);
    this.mixIn(record.property);
    this.mixIn(record.originalName);
    this.mixIn(record.value);
    this.mixIn(record.unit);
    this.mixIn(record.originalValue);
    this.mixIn(record.originalUnit);
    this.mixIn(record.depthTop);
    this.mixIn(record.depthBottom);
    this.mixIn(record.date);
    this.mixIn(record.lon);
    this.mixIn(record.lat);
    this.mixIn(record.h3);
    this.mixIn(record.licence);
    this.mixIn(record.method);
    this.mixIn(besides);
    const a = finish(this.a);
    const b = finish(this.b);
    return this.tables[a >>> 24]!.add(a, b);
  }

  private mixIn(value: number | string | null): void {
    if (typeof value === 'number') {
      this.mix(NUMBER);
      this.number[0] = value === 0 ? 0 : value;
      this.mix(this.words[0]!);
      this.mix(this.words[1]!);
    } else if (value === null) {
      this.mix(NOTHING);
    } else {
      this.mix(TEXT ^ value.length);
      for (let at = 0; at < value.length; at += 1) this.mix(value.charCodeAt(at));
    }
  }

  /** One step of MurmurHash3 (32 bits) for each of the two hashes, which have different constants. */
  private mix(word: number): void {
    let k = Math.imul(word, 0xcc9e2d51);
    k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
    const a = this.a ^ k;
    this.a = (Math.imul((a << 13) | (a >>> 19), 5) + 0xe6546b64) | 0;
    let l = Math.imul(word, 0x239b961b);
    l = Math.imul((l << 16) | (l >>> 16), 0xab0e9789);
    const b = this.b ^ l;
    this.b = (Math.imul((b << 19) | (b >>> 13), 5) + 0x561ccd1b) | 0;
  }
}

function finish(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A set of pairs of 32-bit numbers, with open addressing. There are many small sets, so that none takes long to grow. */
class HashTable {
  private slots = FIRST_SLOTS;
  private first = new Uint32Array(FIRST_SLOTS);
  private second = new Uint32Array(FIRST_SLOTS);
  private used = 0;

  add(a: number, b: number): boolean {
    // Two zeros mark a free slot: a record with that hash (one in 2^64) would never count as a repeat.
    const slot = this.find(a, b);
    if (this.first[slot] !== 0 || this.second[slot] !== 0) return false;
    this.first[slot] = a;
    this.second[slot] = b;
    this.used += 1;
    if (this.used * 2 > this.slots) this.grow();
    return true;
  }

  private find(a: number, b: number): number {
    const mask = this.slots - 1;
    let slot = b & mask;
    while ((this.first[slot] !== 0 || this.second[slot] !== 0) && (this.first[slot] !== a || this.second[slot] !== b))
      slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { first, second } = this;
    this.slots *= 2;
    this.first = new Uint32Array(this.slots);
    this.second = new Uint32Array(this.slots);
    for (let slot = 0; slot < first.length; slot += 1) {
      const a = first[slot]!;
      const b = second[slot]!;
      if (a === 0 && b === 0) continue;
      const to = this.find(a, b);
      this.first[to] = a;
      this.second[to] = b;
    }
  }
}
