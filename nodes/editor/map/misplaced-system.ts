import { cut } from '../../../src/text/cut';

/** The ellipsoids of WGS 84 and of satellite-based national systems: metres at the equator, inverse flattening, and by how much they differ. */
const EQUATOR = 6_378_137;
const EQUATOR_DIFFERS = 1;
const FLATTENING = 298.257_22;
const FLATTENING_DIFFERS = 0.001;

/** Datums on such an ellipsoid that are tens to hundreds of metres off WGS 84: of Greece, Israel, Kuwait, Ouvea, Vietnam, and of railways. */
const FAR = /^(?:GGRS|Greek|Israel|IG05|Kuwait_Utility|ST87|Viet[_ ]?nam_2000|Xrail84)|Intermediate/i;

/**
 * Datums on other ellipsoids for which the register has a shift to WGS 84: of Britain (to some 4 metres; a metre would need the grid of its survey),
 * Ireland, Switzerland, Austria.
 */
const SHIFTED =
  /^(?:OSGB_1936|Ordnance_Survey_of_Great_Britain_1936|OSNI_1952|TM65|TM75|Geodetic_Datum_of_1965|CH1903\+?)$/i;

/** The datum of the Austro-Hungarian survey: the shift is Austria's; other successor states have other shifts under the same datum name. */
const AUSTRO_HUNGARIAN = /^(?:MGI|Militar[-_]Geographische_Institut)$/i;
const MERIDIANS_OF_AUSTRIA = [10 + 1 / 3, 13 + 1 / 3, 16 + 1 / 3];

/** Projections that proj4 inverts to the centimetre, by their names in Esri and GDAL. It does not know others, or takes them for another one. */
const UNDONE =
  /^(?:(?:Transverse_Mercator|Gauss_Kruger|Lambert_Conformal_Conic(?:_[12]SP)?|Albers(?:_Conic_Equal_Area)?|Lambert_Azimuthal_Equal_Area)|(?:Mercator(?:_1SP|_Auxiliary_Sphere)?|Oblique_Stereographic|Double_Stereographic|Polar_Stereographic|Stereographic_South_Pole)|(?:Hotine_Oblique_Mercator(?:_Azimuth_(?:Center|Natural_Origin))?|Polyconic|Equidistant_Conic|Sinusoidal|Mollweide|Equal_Earth))$/i;

const DEGREE = 0.017_453_29;

/**
 * The name of the system in a .prj file, if the shapefile reader would put shapes into another place than the system means: an earlier survey
 * whose shift to WGS 84 is not stated (Esri's text has none; a field is then tens to hundreds of metres off), longitudes from a meridian other
 * than Greenwich, angles that are not degrees, or a projection that proj4 does not invert.
 * @param text well-known text of a coordinate system (OGC 01-009, and Esri's kind of it)
 * @returns undefined if shapes come into their place, to within one or a few metres
 */
export function misplacedSystem(text: string): string | undefined {
  return isPlaced(text.slice(0, 20_000)) ? undefined : cut(/"([^"]+)"/.exec(text)?.[1] ?? text.trim(), 60);
}

function isPlaced(text: string): boolean {
  // Of other kinds (with heights, of a building site, in version 2 of the text) proj4 understands too little.
  if (!/^\s*(?:PROJCS|GEOGCS)\s*\[/i.test(text)) return false;
  return isOfGreenwich(text) && isOnKnownDatum(text) && isUndone(text);
}

function isOfGreenwich(text: string): boolean {
  const meridian = /\bPRIMEM\s*\[\s*"[^"]*"\s*,\s*([-+\d.e]+)/i.exec(text)?.[1] ?? '0';
  // The unit of the angles is the one within GEOGCS, after the meridian.
  const unit = /\bPRIMEM\b[\s\S]*?\bUNIT\s*\[\s*"[^"]*"\s*,\s*([-+\d.e]+)/i.exec(text)?.[1];
  return Number(meridian) === 0 && (unit === undefined || Math.abs(Number(unit) - DEGREE) < 1e-7);
}

function isOnKnownDatum(text: string): boolean {
  const datum = /\bDATUM\s*\[\s*"(?:D_)?([^"]*)"/i.exec(text)?.[1] ?? '';
  const [, equator = '', flattening = ''] = /\bSPHEROID\s*\[\s*"[^"]*"\s*,\s*([-+\d.e]+)\s*,\s*([-+\d.e]+)/i.exec(text) ?? [];
  if (/\bTOWGS84\s*\[\s*[-+\d.e]+\s*,/i.test(text) || SHIFTED.test(datum)) return true;
  if (AUSTRO_HUNGARIAN.test(datum)) return isOfAustria(text);
  return Math.abs(Number(equator) - EQUATOR) <= EQUATOR_DIFFERS && isFlattened(Number(flattening), text) && !FAR.test(datum);
}

function isOfAustria(text: string): boolean {
  const meridian = Number(/"Central_Meridian"\s*,\s*([-+\d.e]+)/i.exec(text)?.[1]);
  return MERIDIANS_OF_AUSTRIA.some((one) => Math.abs(meridian - one) < 1e-4);
}

/** Web Mercator takes latitudes of WGS 84 as if on a sphere; older files give the sphere as its ellipsoid. */
function isFlattened(flattening: number, text: string): boolean {
  return Math.abs(flattening - FLATTENING) <= FLATTENING_DIFFERS || (flattening === 0 && projectionOf(text)?.startsWith('Mercator') === true);
}

function isUndone(text: string): boolean {
  const projection = projectionOf(text);
  if (projection === undefined) return /^\s*GEOGCS/i.test(text);
  // For a Mercator projection, proj4 reads no standard parallel but the equator.
  if (projection === 'Mercator' && !/"Standard_Parallel_1"\s*,\s*[-+]?0(?:\.0*)?\s*\]/i.test(text)) return false;
  return UNDONE.test(projection);
}

function projectionOf(text: string): string | undefined {
  return /\bPROJECTION\s*\[\s*"([^"]*)"/i.exec(text)?.[1];
}
