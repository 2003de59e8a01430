import type { GeoTIFFImage } from 'geotiff';
import type { Position } from '../../geometry/area-of-interest';
import { isEarlierSurvey, isFromOtherMeridian } from '../../geometry/degrees-near-wgs84';
import { codeOfName, knownProjection, turnOfProjection, type StatedParameters } from '../../geometry/projections/known-projection';

/**
 * Where the cells of a raster lie: the outer corner of the first cell, and the size of a cell, in the raster's coordinates. Rows follow
 * one another along y.
 */
export interface RasterGrid {
  x: number;
  y: number;
  cellWidth: number;
  /** Negative where rows go south, as they nearly always do. */
  cellHeight: number;
  /** Code of the coordinate system in the EPSG register, or in Esri's; `null` if the file names none. */
  code: number | null;
  /** Whether coordinates are degrees, counted from Greenwich. */
  geographic: boolean;
}

/** The tags of a GeoTIFF that place it (OGC 19-008r4, annex B). */
export interface PlacingTags {
  pixelScale?: ArrayLike<number> | undefined;
  tiepoint?: ArrayLike<number> | undefined;
  transformation?: ArrayLike<number> | undefined;
  keys: Partial<Record<keyof NonNullable<ReturnType<GeoTIFFImage['getGeoKeys']>>, unknown>>;
}

const PIXEL_IS_POINT = 2;
const PROJECTED_MODEL = 1;
const GEOGRAPHIC_MODEL = 2;
const USER_DEFINED = 32_767;
/** Codes of the EPSG register: degrees, of both kinds; metres; the meridian of Greenwich. */
const DEGREES: readonly unknown[] = [undefined, 9102, 9122];
const METRES: readonly unknown[] = [undefined, 9001];
const GREENWICH: readonly unknown[] = [undefined, 8901, USER_DEFINED];
/** The register numbers a datum after the geographic system on it: 6267 is the datum of 4267. */
const DATUM_ABOVE_DEGREES = 2000;
/** Metres: the equatorial radius of WGS 84, more than newer surveys differ from it, and more than the radius of any sphere. A sphere means WGS 84. */
const EQUATOR = 6_378_137;
const EQUATOR_DIFFERS = 5;
const LARGEST_SPHERE = 6_375_000;
/** Metres, and more than degrees: no place on the Earth has a larger coordinate. */
const FARTHEST = 50_000_000;
const GEOGRAPHIC_TEXT = /^(ESRI PE String = )?GEOG(CS|CRS)\b/;
/** Esri has codes of its own in these ranges. */
const OF_ESRI: readonly (readonly [first: number, after: number])[] = [
  [37_000, 60_000],
  [100_000, 200_000],
];

/** The grid of a raster; `null` if the file does not say, or if its rows do not run along an axis. */
export function rasterGrid({ pixelScale, tiepoint, transformation, keys }: PlacingTags): RasterGrid | null {
  const placed = [fromScale(pixelScale, tiepoint), fromTransformation(transformation)].find(
    (one) => one && Object.values(one).every(Number.isFinite) && areCellsTold(one.x, one.cellWidth) && areCellsTold(one.y, one.cellHeight),
  );
  if (!placed) return null;
  const { cellWidth, cellHeight } = placed;
  // Some files place the middle of the first cell instead of its corner.
  const shift = keys.GTRasterTypeGeoKey === PIXEL_IS_POINT ? 0.5 : 0;
  const unprojected = isGeographic(keys);
  // A projected grid may name the geographic system that it is projected from: that is not its own.
  const code = unprojected ? codeOf(keys.GeographicTypeGeoKey) : (codeOf(keys.ProjectedCSTypeGeoKey) ?? codeOfCitation(keys));
  const geographic = unprojected && !isFromElsewhere(keys, code);
  return { x: placed.x - shift * cellWidth, y: placed.y - shift * cellHeight, cellWidth, cellHeight, code, geographic };
}

/**
 * Whether each cell along an axis has a number of its own, wherever on the Earth it lies. If cells have no size, or one that only damage or malice
 * explains, they have none, and whoever follows a border from row to row would stay in the same row for ever.
 */
function areCellsTold(start: number, size: number): boolean {
  return (Math.abs(start) + FARTHEST) / Math.abs(size) < Number.MAX_SAFE_INTEGER;
}

/** Whether angles are not in degrees, are counted from a meridian other than Greenwich, or are those of an earlier survey. */
function isFromElsewhere(keys: PlacingTags['keys'], code: number | null): boolean {
  if (!DEGREES.includes(keys.GeogAngularUnitsGeoKey)) return true;
  if (!GREENWICH.includes(keys.GeogPrimeMeridianGeoKey) || (keys.GeogPrimeMeridianLongGeoKey ?? 0) !== 0) return true;
  return (code !== null && isFromOtherMeridian(code)) || isOfEarlierSurvey(keys, code);
}

/** Judged by the code of the geographic system or, without one (it was made from `+proj=longlat +ellps=intl`), by the datum or the ellipsoid. */
function isOfEarlierSurvey({ GeogGeodeticDatumGeoKey, GeogSemiMajorAxisGeoKey: equator }: PlacingTags['keys'], code: number | null): boolean {
  if (code !== null) return isEarlierSurvey(code);
  const datum = codeOf(GeogGeodeticDatumGeoKey);
  if (datum !== null) return isEarlierSurvey(datum - DATUM_ABOVE_DEGREES);
  return typeof equator === 'number' && equator > LARGEST_SPHERE && isOfOtherSize(equator);
}

function isOfOtherSize(equator: unknown): boolean {
  return typeof equator === 'number' && Math.abs(equator - EQUATOR) > EQUATOR_DIFFERS;
}

/**
 * Whether coordinates are angles. In files without a model, the codes decide. For projections that GeoTIFF has no key for (the homolosine,
 * Mollweide), GDAL writes a model of its own, the geographic system below, and the projection only as a text in Esri's form.
 */
function isGeographic({ GTModelTypeGeoKey, ProjectedCSTypeGeoKey, GeographicTypeGeoKey, PCSCitationGeoKey }: PlacingTags['keys']): boolean {
  if (GTModelTypeGeoKey === GEOGRAPHIC_MODEL) return true;
  if (GTModelTypeGeoKey === PROJECTED_MODEL || ProjectedCSTypeGeoKey !== undefined || GeographicTypeGeoKey === undefined) return false;
  return typeof PCSCitationGeoKey !== 'string' || GEOGRAPHIC_TEXT.test(PCSCitationGeoKey);
}

function codeOf(key: unknown): number | null {
  return typeof key === 'number' && key > 0 && key !== USER_DEFINED ? key : null;
}

/**
 * The code of a named projection. A name says nothing of the unit, the survey and the size of the Earth: it counts only in metres, on a newer survey and
 * with the size of WGS 84. On a smaller sphere, as in old maps of the world, a place would be kilometres off.
 */
function codeOfCitation(keys: PlacingTags['keys']): number | null {
  if (!METRES.includes(keys.ProjLinearUnitsGeoKey) || isOfEarlierSurvey(keys, codeOf(keys.GeographicTypeGeoKey))) return null;
  if (isOfOtherSize(keys.GeogSemiMajorAxisGeoKey)) return null;
  for (const text of [keys.PCSCitationGeoKey, keys.GTCitationGeoKey]) {
    const code = typeof text === 'string' ? codeOfName(text, statedIn(keys, text)) : null;
    if (code !== null) return code;
  }
  return null;
}

/** From the keys of the file, or else from a text in Esri's form, which has them as `PARAMETER["False_Easting",0.0]`. */
function statedIn(keys: PlacingTags['keys'], text: string): StatedParameters {
  const inText = new Map([...text.slice(0, 4000).matchAll(/PARAMETER\["([a-z_0-9]{1,40})",\s*(-?[\d.]{1,30}(?:e[+-]?\d{1,3})?)\]/gi)].map(([, name, value]) => [name!.toLowerCase(), Number(value)]));
  const first = (...told: unknown[]): number | undefined => told.find((one) => typeof one === 'number' && Number.isFinite(one)) as number | undefined;
  const [one, other] = [first(keys.ProjStdParallel1GeoKey, inText.get('standard_parallel_1')), first(keys.ProjStdParallel2GeoKey, inText.get('standard_parallel_2'))];
  return {
    longitude: first(keys.ProjNatOriginLongGeoKey, keys.ProjFalseOriginLongGeoKey, keys.ProjCenterLongGeoKey, inText.get('central_meridian'), inText.get('longitude_of_center')),
    latitude: first(keys.ProjNatOriginLatGeoKey, keys.ProjFalseOriginLatGeoKey, keys.ProjCenterLatGeoKey, inText.get('latitude_of_origin'), inText.get('latitude_of_center')),
    parallels: one === undefined || other === undefined ? undefined : [one, other],
    falseEasting: first(keys.ProjFalseEastingGeoKey, keys.ProjFalseOriginEastingGeoKey, inText.get('false_easting')),
    falseNorthing: first(keys.ProjFalseNorthingGeoKey, keys.ProjFalseOriginNorthingGeoKey, inText.get('false_northing')),
  };
}

/** `EPSG:32633`; `null` if the file names no coordinate system. */
export function nameOf({ code }: RasterGrid): string | null {
  if (code === null) return null;
  return `${OF_ESRI.some(([first, after]) => code >= first && code < after) ? 'ESRI' : 'EPSG'}:${code}`;
}

type Placed = Pick<RasterGrid, 'x' | 'y' | 'cellWidth' | 'cellHeight'>;

/** If tags are missing or too short, the result is not all numbers. */
function fromScale(scale: PlacingTags['pixelScale'] = [], tiepoint: PlacingTags['tiepoint'] = []): Placed {
  // Whatever its sign, a scale means rows that go south, as in GDAL: rows that go north need a matrix.
  const [cellWidth, cellHeight] = [scale[0]!, -Math.abs(scale[1]!)];
  return { x: tiepoint[3]! - tiepoint[0]! * cellWidth, y: tiepoint[4]! - tiepoint[1]! * cellHeight, cellWidth, cellHeight };
}

function fromTransformation(matrix: PlacingTags['transformation'] = []): Placed | null {
  if (matrix[1] !== 0 || matrix[4] !== 0) return null;
  return { x: matrix[3]!, y: matrix[7]!, cellWidth: matrix[0]!, cellHeight: matrix[5]! };
}

/** `[west, south, east, north]` of a raster in its own coordinates. */
export function boundsOf({ x, y, cellWidth, cellHeight }: RasterGrid, width: number, height: number): [number, number, number, number] {
  const [otherX, otherY] = [x + width * cellWidth, y + height * cellHeight];
  return [Math.min(x, otherX), Math.min(y, otherY), Math.max(x, otherX), Math.max(y, otherY)];
}

/**
 * How many columns span 360 degrees, to the nearest whole one, for a grid that goes beyond 180 degrees (0 to 360, as in climate models, or over the
 * antimeridian, also in Web Mercator); 0 for any other.
 */
export function columnsOfTurn(grid: RasterGrid, width: number): number {
  const turn = grid.geographic ? 360 : grid.code === null ? null : turnOfProjection(grid.code);
  if (turn === null) return 0;
  const [west, , east] = boundsOf(grid, width, 0);
  return west < -turn / 2 || east > turn / 2 ? Math.round(turn / Math.abs(grid.cellWidth)) : 0;
}

/** Turns degrees into the cells of a raster; `null` for a coordinate system that this package cannot project into. */
export function intoCells({ x, y, cellWidth, cellHeight, code, geographic }: RasterGrid): ((position: Position) => Position) | null {
  const project = geographic ? (position: Position) => position : code === null ? null : knownProjection(code);
  return (
    project &&
    ((position) => {
      const [east, north] = project(position);
      return [(east - x) / cellWidth, (north - y) / cellHeight];
    })
  );
}
