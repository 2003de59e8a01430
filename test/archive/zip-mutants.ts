import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { openArchive } from '../../src/archive/safe-archive';
import { isSoilError } from '../../src/errors/soil-error';
import { seeded } from '../random/seeded';
import { goodZips, type GoodZip } from './good-zips';

/** What became of mutants. */
interface MutantFigures {
  mutants: number;
  /** Refused with SOIL_ARCHIVE. */
  refused: number;
  /** Read, with exactly the files of the original: what was changed does not matter (a time, a comment). */
  unchanged: number;
}

/**
 * Damages good zips at random, and reads what is left of them. Fails if one gives a file that the original does not have, or other bytes in it,
 * or ends in any error but SOIL_ARCHIVE; the message says how to repeat it.
 */
export async function tryMutants(count: number, seed: number): Promise<MutantFigures> {
  const random = seeded(seed);
  const figures: MutantFigures = { mutants: 0, refused: 0, unchanged: 0 };
  for (; figures.mutants < count; figures.mutants++) {
    const original = pick(goodZips, random);
    const mutant = mutate(original.zip, random);
    const repeat = `mutant ${figures.mutants} of seed ${seed}, made of "${original.name}"`;
    if (await isRefused(mutant, original, repeat)) figures.refused++;
    else figures.unchanged++;
  }
  return figures;
}

async function isRefused(mutant: Buffer, original: GoodZip, repeat: string): Promise<boolean> {
  const found: Record<string, string> = {};
  try {
    const archive = await openArchive(mutant);
    for (const entry of archive.entries) found[entry.name] = (await buffer(archive.open(entry))).toString();
    await archive.close();
  } catch (error) {
    assert.ok(isSoilError(error, 'SOIL_ARCHIVE'), `${repeat}: ${(error as Error).stack}`);
    return true;
  }
  assert.deepEqual(found, original.files, repeat);
  return false;
}

function mutate(zip: Buffer, random: () => number): Buffer {
  let mutant: Buffer = Buffer.from(zip);
  const changes = 1 + Math.floor(random() * 3);
  for (let change = 0; change < changes; change++) mutant = pick(mutations, random)(mutant, random);
  return mutant;
}

type Mutation = (zip: Buffer, random: () => number) => Buffer;

/** Where damage does most: usually in headers, which are a small part of the bytes. */
function place(zip: Buffer, random: () => number): number {
  if (random() < 0.3) return Math.floor(random() * zip.length);
  // oxlint-disable-next-line no-control-regex
  const headers = [...zip.toString('latin1').matchAll(/PK[\x01-\x07][\x02-\x08]/g)].map(({ index }) => index);
  const at = headers.length > 0 ? pick(headers, random) : 0;
  return Math.min(zip.length - 1, at + Math.floor(random() * 64));
}

const flipBit: Mutation = (zip, random) => {
  const at = place(zip, random);
  if (at >= 0) zip[at] = (zip[at] as number) ^ (1 << Math.floor(random() * 8));
  return zip;
};

const setByte: Mutation = (zip, random) => {
  const at = place(zip, random);
  if (at >= 0) zip[at] = pick([0, 1, 0x2e, 0x2f, 0x7f, 0x80, 0xff, Math.floor(random() * 256)], random);
  return zip;
};

const setWord: Mutation = (zip, random) => {
  const at = Math.min(place(zip, random), zip.length - 4);
  if (at >= 0) zip.writeUInt32LE(pick([0, 1, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, zip.length], random), at);
  return zip;
};

const cut: Mutation = (zip, random) => zip.subarray(0, Math.floor(random() * (zip.length + 1)));
const cutFront: Mutation = (zip, random) => zip.subarray(Math.floor(random() * zip.length * random()));

const remove: Mutation = (zip, random) => {
  const at = Math.max(0, place(zip, random));
  return Buffer.concat([zip.subarray(0, at), zip.subarray(at + 1 + Math.floor(random() * 16))]);
};

const insert: Mutation = (zip, random) => {
  const at = Math.max(0, place(zip, random));
  return Buffer.concat([zip.subarray(0, at), Buffer.alloc(1 + Math.floor(random() * 16), Math.floor(random() * 256)), zip.subarray(at)]);
};

const repeatPart: Mutation = (zip, random) => {
  const from = Math.floor(random() * zip.length);
  const to = Math.min(zip.length, from + Math.floor(random() * 200));
  const at = Math.floor(random() * (zip.length + 1));
  return Buffer.concat([zip.subarray(0, at), zip.subarray(from, to), zip.subarray(at)]);
};

const mutations: readonly Mutation[] = [flipBit, flipBit, flipBit, setByte, setByte, setWord, cut, cutFront, remove, insert, repeatPart];

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)] as T;
}
