import { cutAtOffsets, cutAtRandom, type CutFigures } from '../download/cut-downloads';
import type { Figure, SoakOptions } from './figure';

/** Figure 9: downloads cut at every offset, and at random, of files that pass through memory and of files that grow on the disk. */
export async function cutTransfers({ seed, full }: SoakOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [where, smallBytes] of [['in memory', undefined], ['on the disk', 0]] as const) {
    const offsets = await cutAtOffsets(4096, full ? 1 : 64, smallBytes);
    const random = await cutAtRandom(full ? 10_000 : 40, seed, smallBytes);
    figures.push(figure(`downloads of 4 KiB cut at every offset, ${where}`, offsets, full ? 1 : 64), figure(`downloads of 300 kB cut at random, ${where}`, random));
  }
  return figures;
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
