import type { GeoTiffLibrary } from './geotiff-library';
import type { TiffDirectories } from './tiff-directory';

/** How many images to look at: a file has one, its overviews and their masks, and no more. */
const MOST_IMAGES = 32;
/** In the tag NewSubfileType (TIFF 6.0, section 8). */
const REDUCED = 1;
const MASK = 4;

/** What a GeoTIFF has after its first image, which is the only one that is read; overviews do not count. */
interface FurtherImages {
  /** Whether there is a mask that says which cells have a value. */
  mask: boolean;
  /** Number of images as large as the first: other bands or depths, as some programs write them. */
  pages: number;
}

/**
 * Looks at the images after the first. Damage there does not matter for the first.
 *
 * @param directories checks the directories of the file: the library does not read those that it refuses
 */
export async function furtherImages(
  tiff: InstanceType<GeoTiffLibrary['default']>,
  directories: TiffDirectories,
  width: number,
  height: number,
): Promise<FurtherImages> {
  const found: FurtherImages = { mask: false, pages: 0 };
  let { nextIFDByteOffset: place } = await tiff.requestIFD(0);
  for (let index = 1; index < MOST_IMAGES && place !== 0; index += 1) {
    const directory = await directories.check(place).then(() => tiff.requestIFD(index)).catch(() => null);
    if (!directory) break;
    place = directory.nextIFDByteOffset;
    const kind = Number(directory.getValue('NewSubfileType') ?? 0);
    const isWhole = directory.getValue('ImageWidth') === width && directory.getValue('ImageLength') === height;
    if ((kind & MASK) !== 0) found.mask = true;
    else if ((kind & REDUCED) === 0 && isWhole) found.pages += 1;
  }
  return found;
}
