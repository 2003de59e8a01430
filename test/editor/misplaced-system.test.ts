import assert from 'node:assert/strict';
import proj4 from 'proj4';
import { misplacedSystem } from '../../nodes/editor/map/misplaced-system';
import { toWgs84 } from '../../nodes/editor/map/wgs84';

const GREENWICH = 'PRIMEM["Greenwich",0.0]';
const DEGREE = 'UNIT["Degree",0.0174532925199433]';
const GRS_80 = 'SPHEROID["GRS_1980",6378137.0,298.257222101]';
const BESSEL = 'SPHEROID["Bessel_1841",6377397.155,299.1528128]';

/** Degrees on a datum, and a projection of them, as Esri writes them. */
const degrees = (datum: string, ellipsoid: string, meridian = GREENWICH, unit = DEGREE): string =>
  `GEOGCS["GCS_${datum}",DATUM["D_${datum}",${ellipsoid}],${meridian},${unit}]`;
const projected = (name: string, from: string, projection: string, parameters: Record<string, number>): string =>
  `PROJCS["${name}",${from},PROJECTION["${projection}"],${Object.entries(parameters).map(([key, value]) => `PARAMETER["${key}",${value}]`).join(',')},UNIT["Meter",1.0]]`;
const utm = (name: string, from: string, meridian: number): string =>
  projected(name, from, 'Transverse_Mercator', { False_Easting: 500_000, False_Northing: 0, Central_Meridian: meridian, Scale_Factor: 0.9996, Latitude_Of_Origin: 0 });

const rdNew = (from: string): string =>
  projected('RD_New', from, 'Double_Stereographic', { False_Easting: 155_000, False_Northing: 463_000, Central_Meridian: 5.38763888888889, Scale_Factor: 0.9999079, Latitude_Of_Origin: 52.1561605555556 });
const GRADS_OF_PARIS = degrees('NTF', 'SPHEROID["Clarke_1880_IGN",6378249.2,293.466021293627]', 'PRIMEM["Paris",2.33722917]', 'UNIT["Grad",0.0157079632679489]');
const mercator = (parallel: number): string =>
  projected('Chart', degrees('WGS_1984', 'SPHEROID["WGS_1984",6378137.0,298.257223563]'), 'Mercator', { Central_Meridian: 0, Standard_Parallel_1: parallel });

describe('The coordinate system of a shapefile', () => {
  for (const [what, text, name] of [
    ['WGS 84', degrees('WGS_1984', 'SPHEROID["WGS_1984",6378137.0,298.257223563]'), undefined],
    ['ETRS89, projected', utm('ETRS_1989_UTM_Zone_32N', degrees('ETRS_1989', GRS_80), 9), undefined],
    ['NAD83', degrees('North_American_1983', GRS_80), undefined],
    ['GDA2020', degrees('GDA2020', GRS_80), undefined],
    ['a Mercator projection', mercator(0), undefined],
    ['a Mercator projection true at a parallel', mercator(-41), 'Chart'],
    ['RD New', rdNew(degrees('Amersfoort', BESSEL)), 'RD_New'],
    ['DHDN', utm('DHDN_3_Degree_Gauss_Zone_3', degrees('Deutsches_Hauptdreiecksnetz', BESSEL), 9), 'DHDN_3_Degree_Gauss_Zone_3'],
    ['a successor of the survey of Austria-Hungary', utm('MGI_Balkans_5', degrees('MGI', BESSEL), 15), 'MGI_Balkans_5'],
    ['that survey in degrees', degrees('MGI', BESSEL), 'GCS_MGI'],
    ['ED50', degrees('European_1950', 'SPHEROID["International_1924",6378388.0,297.0]'), 'GCS_European_1950'],
    ['NAD27', degrees('North_American_1927', 'SPHEROID["Clarke_1866",6378206.4,294.9786982]'), 'GCS_North_American_1927'],
    ['WGS 72', degrees('WGS_1972', 'SPHEROID["WGS_1972",6378135.0,298.26]'), 'GCS_WGS_1972'],
    ['GGRS87, an earlier survey on the ellipsoid of newer ones', degrees('GGRS_1987', GRS_80), 'GCS_GGRS_1987'],
    ['a railway of London, on the ellipsoid of newer ones', degrees('Xrail84', 'SPHEROID["WGS_1984",6378137.0,298.257223563]'), 'GCS_Xrail84'],
    ['Israel 1993', degrees('Israel', GRS_80), 'GCS_Israel'],
    ['degrees from another meridian', degrees('ETRS_1989', GRS_80, 'PRIMEM["Paris",2.33722917]'), 'GCS_ETRS_1989'],
    ['grads', degrees('ETRS_1989', GRS_80, GREENWICH, 'UNIT["Grad",0.0157079632679489]'), 'GCS_ETRS_1989'],
    ['NTF', projected('NTF_Paris_Lambert_Zone_II', GRADS_OF_PARIS, 'Lambert_Conformal_Conic', { Standard_Parallel_1: 52 }), 'NTF_Paris_Lambert_Zone_II'],
    ['a projection that is taken for another one', projected('World_Miller', degrees('WGS_1984', GRS_80), 'Miller_Cylindrical', {}), 'World_Miller'],
    ['no projection', `PROJCS["Half",${degrees('WGS_1984', GRS_80)},UNIT["Meter",1.0]]`, 'Half'],
    ['a building site', 'LOCAL_CS["Site",LOCAL_DATUM["Site",32767],UNIT["Meter",1.0]]', 'Site'],
    ['no system at all', ' unknown ', 'unknown'],
  ] as const) {
    it(`is ${name === undefined ? 'taken' : 'refused by its name'}: ${what}`, () => assert.equal(misplacedSystem(text), name));
  }

  const shift = (numbers: string, ellipsoid: string): string => `${ellipsoid},TOWGS84[${numbers}]`;
  for (const [what, text, corner, place] of [
    ['British National Grid', projected('British_National_Grid', degrees('OSGB_1936', 'SPHEROID["Airy_1830",6377563.396,299.3249646]'), 'Transverse_Mercator', { False_Easting: 400_000, False_Northing: -100_000, Central_Meridian: -2, Scale_Factor: 0.9996012717, Latitude_Of_Origin: 49 }), [434_039.4573, 289_239.2811], [-1.5, 52.5]],
    ['Swiss LV95', projected('CH1903+_LV95', degrees('CH1903+', BESSEL), 'Hotine_Oblique_Mercator_Azimuth_Center', { False_Easting: 2_600_000, False_Northing: 1_200_000, Scale_Factor: 1, Azimuth: 90, Longitude_Of_Center: 7.43958333333333, Latitude_Of_Center: 46.9524055555556 }), [2_642_695.4202, 1_205_590.5223], [8, 47]],
    ['Austria Lambert', projected('MGI_Austria_Lambert', degrees('MGI', BESSEL), 'Lambert_Conformal_Conic', { False_Easting: 400_000, False_Northing: 400_000, Central_Meridian: 13.3333333333333, Standard_Parallel_1: 49, Standard_Parallel_2: 46, Latitude_Of_Origin: 47.5 }), [450_267.0676, 400_271.2424], [14, 47.5]],
    ['Irish Grid', projected('TM65_Irish_Grid', degrees('TM65', 'SPHEROID["Airy_Modified",6377340.189,299.3249646]'), 'Transverse_Mercator', { False_Easting: 200_000, False_Northing: 250_000, Central_Meridian: -8, Scale_Factor: 1.000035, Latitude_Of_Origin: 53.5 }), [200_049.3149, 194_328.9887], [-8, 53]],
    ['Irish Grid of 1975', projected('TM75_Irish_Grid', degrees('TM75', 'SPHEROID["Airy_Modified",6377340.189,299.3249646]'), 'Transverse_Mercator', { False_Easting: 200_000, False_Northing: 250_000, Central_Meridian: -8, Scale_Factor: 1.000035, Latitude_Of_Origin: 53.5 }), [200_049.3149, 194_328.9887], [-8, 53]],
    ['RD New with its shift', rdNew(degrees('Amersfoort', shift('565.4171,50.3319,465.5524,-0.398957388243134,0.343987817378283,-1.87740163998045,4.0725', BESSEL))), [162_745.9985, 445_741.7251], [5.5, 52]],
  ] as const) {
    it(`brings ${what} to the place that PROJ 9.1 gives, to the metre`, async () => {
      assert.equal(misplacedSystem(text), undefined);
      const [lon, lat] = (await toWgs84('field.zip', text, () => Promise.resolve({ default: proj4 })))([...corner]);
      const metres = 111_320 * Math.hypot((lon! - place[0]) * Math.cos((place[1] * Math.PI) / 180), lat! - place[1]);
      assert.ok(metres < 1, `${lon}, ${lat}`);
    });
  }
});
