/** Where bytes were found in others. */
interface FoundBytes {
  /** Where each begins; they may overlap. */
  at: number[];
  /** How many of the first bytes sought stand at the very end, where a match may continue beyond it. */
  begun: number;
}

/** Finds bytes by the algorithm of Knuth, Morris and Pratt: in linear time, whatever repeats. */
export function findBytes(sought: Uint8Array, bytes: Uint8Array): FoundBytes {
  const fallback = fallbacks(sought);
  const at: number[] = [];
  let matched = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    while (matched > 0 && sought[matched] !== byte) matched = fallback[matched]!;
    if (sought[matched] === byte) matched++;
    if (matched < sought.length) continue;
    at.push(index + 1 - matched);
    matched = fallback[matched]!;
  }
  return { at, begun: matched };
}

/** For each length of a matched prefix, the length of its longest proper prefix that is also its suffix. */
function fallbacks(sought: Uint8Array): Uint32Array {
  const fallback = new Uint32Array(sought.length + 1);
  let matched = 0;
  for (let index = 1; index < sought.length; index++) {
    while (matched > 0 && sought[matched] !== sought[index]) matched = fallback[matched]!;
    if (sought[matched] === sought[index]) matched++;
    fallback[index + 1] = matched;
  }
  return fallback;
}
