import type { GeoTiffLibrary } from './geotiff-library';
import type { TiffDirectories } from './tiff-directory';

/** A file has one image, its overviews and their masks: beyond, there is none to look for. */
const MOST_IMAGES = 32;
/** In the tag NewSubfileType (TIFF 6.0, section 8). */
const REDUCED = 1;
const MASK = 4;

/** What a GeoTIFF has behind its first image, which is the one that is read; overviews aside. */
interface FurtherImages {
  /** Which cells have a value. */
  mask: boolean;
  /** As large as the first: other bands or depths, as some programs write them. */
  pages: number;
}

/**
 * Looks at the images behind the first. What is damaged there does not matter for the first.
 *
 * @param directories those of the file: the library reads none that they refuse
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
