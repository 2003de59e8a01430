/** A number at the beginning of a text. Some programs write it with the decimal mark of their user's locale: `0,1`. */
const BEGINNING = /^\s*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?/;

/** NaN and infinity as the C library of Windows writes them: `-1.#QNAN`, `1.#INF`. */
const OF_WINDOWS = /^\s*[+-]?1\.#/;

/** The number that GDAL reads in a text (`CPLAtofM`): what follows it is ignored. NaN if there is none. */
export function gdalNumber(text: string): number {
  if (OF_WINDOWS.test(text)) return NaN;
  const whole = Number(text.replace(',', '.'));
  return text === '' || Number.isNaN(whole) ? Number(BEGINNING.exec(text)?.[0].replace(',', '.')) : whole;
}
