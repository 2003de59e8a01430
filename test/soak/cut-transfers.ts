import { cutAtOffsets, cutAtRandom, type CutFigures } from '../download/cut-downloads';
import type { Figure, SoakOptions } from './figure';

/** Figure 9: downloads that are cut at every offset, and at random. */
export async function cutTransfers({ seed, full }: SoakOptions): Promise<Figure[]> {
  const [offsets, random] = [await cutAtOffsets(4096, full ? 1 : 64), await cutAtRandom(full ? 10_000 : 40, seed)];
  return [figure('downloads of 4 KiB cut at every offset', offsets, full ? 1 : 64), figure('downloads of 300 kB cut at random', random)];
}

function figure(name: string, { downloads, corrupt, fetchedTwice }: CutFigures, step = 1): Figure {
  const share = (100 * fetchedTwice).toFixed(1);
  return {
    number: 9,
    name: step === 1 ? name : `${name} (every ${step}th)`,
    seen: `${downloads} downloads, ${corrupt.length} corrupt or failed, ${share} % fetched twice`,
    missed: [...corrupt.slice(0, 10), ...(fetchedTwice > 0.1 ? [`${share} % fetched twice`] : [])],
  };
}
