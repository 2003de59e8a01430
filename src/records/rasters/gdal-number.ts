/** A number at the beginning of a text. Some programs write it as their user writes numbers: `0,1`. */
const BEGINNING = /^\s*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?/;

/** What is no number, or infinite, as the C library of Windows writes it: `-1.#QNAN`, `1.#INF`. */
const OF_WINDOWS = /^\s*[+-]?1\.#/;

/** The number that GDAL reads in a text (`CPLAtofM`): what stands behind it is passed over. NaN where there is none. */
export function gdalNumber(text: string): number {
  if (OF_WINDOWS.test(text)) return NaN;
  const whole = Number(text.replace(',', '.'));
  return text === '' || Number.isNaN(whole) ? Number(BEGINNING.exec(text)?.[0].replace(',', '.')) : whole;
}
