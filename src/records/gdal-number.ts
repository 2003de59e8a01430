/** A number at the beginning of a text. Some programs write it as their user writes numbers: `0,1`. */
const BEGINNING = /^\s*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?/;

/** The number that GDAL reads in a text (`CPLAtofM`): what stands behind it is passed over. NaN where there is none. */
export function gdalNumber(text: string): number {
  const whole = Number(text.replace(',', '.'));
  return text === '' || Number.isNaN(whole) ? Number(BEGINNING.exec(text)?.[0].replace(',', '.') ?? NaN) : whole;
}
