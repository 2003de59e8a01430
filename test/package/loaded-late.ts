/**
 * What nothing may load before it is used: libraries, and our own code for zips, downloads, records, grids, profiles and the sandbox.
 */
const LATE =
  /(node_modules\/(?:@[^/]+\/)?(?:undici|h3-js|geotiff|yauzl|csv-parse|zstddec)|leaflet|vendor\/geotiff|src\/(?:sandbox|archive|profiles|shapes\/(?!shape-name)[\w-]*|download\/(?:download-file|transfer)|records\/(?:rasters|formats|read-[\w-]*|export[\w-]*)))(?:\/.*)?\.[cm]?js$/;

/** Which of these are among the files of loaded modules; each once. */
export function loadedLate(files: readonly string[]): string[] {
  return [...new Set(files.map((file) => LATE.exec(file.replaceAll('\\', '/'))?.[1]).filter((name) => name !== undefined))];
}
