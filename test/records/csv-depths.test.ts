import assert from 'node:assert/strict';
import { read } from './csv-reading';

describe('The depths of a CSV file', () => {
  it('reads depths with their unit, after them or in a column of its own', () => {
    const depths = (...lines: string[]): unknown => {
      const { records, problems } = read(...lines);
      return [records.map(({ depthTop, depthBottom }) => [depthTop, depthBottom]), problems.map(([, problem]) => problem)];
    };
    assert.deepEqual(depths('property,value,upper_depth,lower_depth', 'Clay,1,0 cm,0.3 m', 'Clay,1,100 mm,2dm', 'Clay,1,0.29 m,0.57m', 'Clay,1,1.25 mm,0.00501 m'), [[[0, 30], [10, 20], [29, 57], [0.125, 0.501]], []]);
    assert.deepEqual(depths('property,value,upper_depth,lower_depth,depth_unit', 'Clay,1,0,0.3,m', 'Clay,1,0,30,', 'Clay,1,0,5 cm,m', 'Clay,1,0,1,ft'), [
      [[0, 30], [0, 30], [0, 5], [null, null]],
      ['"0 ft" is not a depth in cm. The record is kept without it.', '"1 ft" is not a depth in cm. The record is kept without it.'],
    ]);
    assert.deepEqual(depths('property,value,depth,depth_unit', 'Clay,1,0-0.3,m', 'Clay,1,0-300,http://qudt.org/vocab/unit/MilliM', 'Clay,1,1+,MTR'), [[[0, 30], [0, 30], [100, null]], []]);
    assert.deepEqual(depths('property,value,depth,depth_unit', 'Clay,1,0-12,″', 'Clay,1,1e2,m'), [[[null, null], [null, null]], ['"0-12 ″" is not a depth interval. The record is kept without a depth.', '"1e2 m" is not a depth interval. The record is kept without a depth.']]);
    assert.deepEqual(depths('property,value,upper_depth_cm,lower_depth_cm', 'Clay,1,1e2,1.2e2', 'Clay 0-5 cm,1,,30', 'Clay 0-5 cm,1,3,'), [[[100, 120], [null, 30], [3, null]], []], 'the name completes none');
    assert.deepEqual(depths('property;value;depth;depth_unit', 'Clay;1;[0,30];', 'Clay;1;0-1,5;ft'), [[[null, null], [null, null]], ['"[0,30]" is not a depth interval. The record is kept without a depth.', '"0-1,5 ft" is not a depth interval. The record is kept without a depth.']], 'as it is written');
    assert.deepEqual(depths('property,value,depth,depth_unit', 'Clay,1,0-0.3,Metre (m)', 'Clay,1,0-30,cm below the surface'), [[[0, 30], [0, 30]], []]);
    assert.deepEqual(depths('property,value,upper_depth_cm,lower_depth_cm,depth_unit', 'Clay,1,0,30,m'), [[[0, 30]], []], 'the name counts more');
    assert.deepEqual(depths('property,value,top_cm,depth_from,depth_to,depth_unit', 'Clay,1,,0,0.3,m', 'Clay,1,10,,0.3,m', 'Clay,1,NA,0,300,mm'), [[[0, 30], [10, 30], [0, 30]], []], 'of that column alone');
    assert.deepEqual(depths('property,value,depth_cm,depth,depth_unit', 'Clay,1,,0-0.3,m', 'Clay,1,0-20,0-0.3,m'), [[[0, 30], [0, 20]], []]);
    for (const header of ['depth_top_cm,depth_bottom_cm', 'top,bottom', 'hzdept_r,hzdepb_r', 'Top (cm),Bottom (cm)']) {
      assert.deepEqual(depths(`property,value,${header}`, 'Clay,1,5,15'), [[[5, 15]], []], header);
    }
  });

  it('takes a range in a name for a size if such things have sizes in cm, and otherwise for a depth', () => {
    const depths = (names: readonly string[]): unknown => read('property,value', ...names.map((name) => `${name},1`)).records.map(({ property, depthTop, depthBottom }) => [property, depthTop, depthBottom]);
    const sizes = ['Coarse material 2-6 cm', 'coarse fraction (2-6 cm)', 'Gravel: 2-6 cm', 'Stones [6-20 cm]', 'Gravel 2 to 6 cm', 'Skeleton 2-7.5 cm', 'Stoniness 6-20 cm', 'Stony material 6-20 cm', 'Sieve 2-6 cm', 'Particles 2-6 cm', 'Coarse 2-6 cm', 'Nodules 1-2 cm'];
    assert.deepEqual(depths(sizes), sizes.map((name) => [name, null, null]));
    const deep = ['pH (2 mm sieve)', 'Bulk density (excluding coarse fraction)', 'Bulk density without skeleton', 'Density of particles', 'Volcanic ash (pyroclastic)', 'Water in the coarse fraction'];
    assert.deepEqual(depths(deep.map((name) => `${name} 30-60 cm`)), deep.map((name) => [name, 30, 60]));
    const layers = ['Coarse sand', 'Particle density', 'Sieved soil', 'Coarse silt', 'Fine material', 'Coarse loamy soil'];
    assert.deepEqual(depths(layers.map((name) => `${name} 20-50 cm`)), layers.map((name) => [name, 20, 50]));
    assert.deepEqual(depths(['Gravel', 'gravel_5-15 cm']), [['Gravel', null, null], ['gravel', 5, 15]]);
    const told = read('property,value,upper_depth_cm,lower_depth_cm', 'Gravel 2-6 cm,1,2,', 'Gravel 2-6 cm,1,,6', 'Gravel 2-6 cm,1,,30', 'Gravel,1,0,30').records;
    assert.deepEqual(told.map(({ property }) => property), ['Gravel', 'Gravel', 'Gravel 2-6 cm', 'Gravel'], 'one end beside the name that agrees');
    assert.deepEqual(depths(['skeleton_5-15cm_mean', 'Coarse material 0-30 cm']), [['skeleton', 5, 15], ['Coarse material', 0, 30]], 'from the surface on, and names of layers');
  });

  it('takes customary numbers for a missing depth, and says so', () => {
    const depths = (header: string, ...lines: string[]): unknown => {
      const { records, problems } = read(`property,value,${header}`, ...lines.map((line) => `Clay,1,${line}`));
      return [records.map(({ depthTop, depthBottom }) => [depthTop, depthBottom]), problems.map(([, problem]) => problem)];
    };
    const says = (...written: string[]) => written.map((one) => `"${one}" is not a depth in cm. The record is kept without it.`);
    assert.deepEqual(depths('upper_depth_cm,lower_depth_cm', '100,9999', '-9999,30', '-9999.0,-9999', '0,99999', '-999,5', '-5,998'), [
      [[100, null], [null, 30], [null, null], [0, null], [null, 5], [-5, 998]],
      says('9999', '-9999', '-9999', '-9999', '99999', '-999'),
    ]);
    assert.deepEqual(depths('upper_depth,lower_depth,depth_unit', '0.1,9999,m', '0 cm,9999 cm,m', '100,2000,mm'), [[[10, null], [0, null], [10, 200]], says('9999', '9999')]);
    assert.deepEqual(depths('depth', '100-9999', '-9999-30 cm', '9999', '-9999', '10-20'), [[[100, null], [null, 30], [null, null], [null, null], [10, 20]], says('9999', '-9999', '9999', '-9999')]);
  });

  it('says which columns that are not read may hold a depth or a place', () => {
    const told = (header: string): unknown => read(`property,value,${header}`, `pH,6${',1'.repeat(header.split(',').length)}`).problems;
    assert.deepEqual(told('upper_depth_m,Depth (m)'), [
      [1, 'Columns that may tell the depth have unknown names, and are not read: "upper_depth_m", "Depth (m)".'],
    ]);
    for (const [top, bottom] of [['from', 'to'], ['From (cm)', 'To (cm)'], ['horizon_upper_depth', 'horizon_lower_depth'], ['layer_top', 'layer_bottom'], ['hzn_top', 'hzn_bot'], ['dept', 'depb'], ['UDICM', 'LDICM'], ['min_depth', 'bot_depth']]) {
      assert.deepEqual(told(`${top},${bottom}`), [[1, `Columns that may tell the depth have unknown names, and are not read: "${top}", "${bottom}".`]]);
    }
    assert.deepEqual(told('top,bottom,from,to'), [], 'where the depth is told otherwise');
    for (const one of ['depth', 'depth_cm', 'top', 'top_cm', 'bottom', 'bottom_cm']) assert.deepEqual(told(`${one},depth_m`), [], one);
    assert.deepEqual(told('X,Y'), [[1, 'Columns that may tell the place have unknown names, and are not read: "X", "Y".']]);
    for (const [one, other] of [['GPS_LAT', 'GPS_LONG'], ['X_LonDD', 'Y_LatDD'], ['lat_deg', 'lon_deg'], ['latitude_wgs84', 'longitude_wgs84'], ['POINT_X', 'POINT_Y'], ['east', 'north']]) {
      assert.deepEqual(told(`${one},${other}`), [[1, `Columns that may tell the place have unknown names, and are not read: "${one}", "${other}".`]]);
    }
    assert.deepEqual(told('lon,Y'), [[1, 'Columns that may tell the place have unknown names, and are not read: "Y".'], [2, 'There is a longitude (1), but no latitude. The record is kept without a place.']]);
    assert.deepEqual(told('WKT,lat,lon,depth,depth_class,sample_id,id'), []);
    assert.deepEqual(told('topography,topsoil,rooting_depth_class,coordinator,plateau,slong,flat,hyx,h3_source'), []);
  });
});
