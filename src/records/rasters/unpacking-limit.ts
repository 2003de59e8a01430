import { MOST_CELLS } from './raster-structure';

/** As many as the largest grid of one band has, in the two passes that statistics take: such a grid is read whatever its file holds. */
const NUMBERS_ANYWAY = 2 * MOST_CELLS;
/** Deflate and LZW turn one byte into some 1,400 at most; ZSTD into more only for blocks in which all cells are alike. */
const NUMBERS_OF_A_BYTE = 4_000;

/**
 * How many numbers may be unpacked from the grids of one reading. Blocks may share their bytes in the file, as those without values do, or have
 * none: without a limit, a few hundred bytes could keep a processor busy for days.
 */
export class UnpackingLimit {
  private left: number;

  /** @param anyway how many are allowed, however small the files are */
  constructor(anyway = NUMBERS_ANYWAY) {
    this.left = anyway;
  }

  /** Raises the limit for a file whose blocks are each unpacked so many times. */
  add(bytesOfFile: number, times: number): void {
    this.left += bytesOfFile * times * NUMBERS_OF_A_BYTE;
  }

  /** @throws Error if these would be too many: its message goes on after "The grid cannot be read, because" */
  take(numbers: number): void {
    if (numbers > this.left) throw new Error('its blocks share so few bytes of the file that they would take hours; read fewer of its bands, or a smaller area');
    this.left -= numbers;
  }
}
