import assert from 'node:assert/strict';
import { point, shpFile } from '../editor/written-shapefile';
import { writtenZip } from '../records/written-zip';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { AREA_FLOW, openMapForEach, RING, type AreaMapPage, type Ring } from './area-map-page';
import type { EditorPage } from './editor-page';
import { shapefileIn, zippedShapefile } from './shapefile';

/** The system of an earlier survey, as Esri's programs and QGIS write it: without the shift to WGS 84. */
const RD_NEW =
  'PROJCS["RD_New",GEOGCS["GCS_Amersfoort",DATUM["D_Amersfoort",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Double_Stereographic"],' +
  'PARAMETER["False_Easting",155000.0],PARAMETER["False_Northing",463000.0],PARAMETER["Central_Meridian",5.38763888888889],PARAMETER["Scale_Factor",0.9999079],PARAMETER["Latitude_Of_Origin",52.1561605555556],UNIT["Meter",1.0]]';

const KML = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
  <Placemark><name>a field</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
    -58.45,-34.65,0 -58.40,-34.65,0 -58.40,-34.60,0 -58.45,-34.60,0 -58.45,-34.65,0
  </coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
  <Placemark><name>a track</name><LineString><coordinates>-58.4,-34.6 -58.3,-34.5</coordinates></LineString></Placemark></Document></kml>`;
const LINK = '<kml xmlns="http://www.opengis.net/kml/2.2"><NetworkLink><Link><href>files/field.kml</href></Link></NetworkLink></kml>';

/** A KMZ with one file more than is read: a thousand, and the one that links to them. */
function tooManyLayers(): Promise<Buffer> {
  const names = Array.from({ length: 1000 }, (_, index) => `files/${index}.kml`);
  const links = names.map((name) => `<NetworkLink><Link><href>${name}</href></Link></NetworkLink>`);
  const layers = Object.fromEntries(names.map((name) => [name, '<kml xmlns="http://www.opengis.net/kml/2.2"/>']));
  return writtenZip({ 'doc.kml': `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${links.join('')}</Document></kml>`, ...layers });
}

describe(`Files on the map of soil-area, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;
  let dialog: AreaMapPage;

  openMapForEach({ shared: true, flow: AREA_FLOW }, (opened) => {
    dialog = opened;
    ({ editor } = opened);
  });

  for (const [name, south] of [['field.kml', -34.65], ['field.kmz', -34.66]] as const) it(`reads ${name} that is dropped on it, and says what it left out`, async () => {
    const content = KML.replaceAll('-34.65', String(south));
    await dialog.bring(name, name.endsWith('z') ? await writtenZip({ 'doc.kml': LINK, 'files/field.kml': Buffer.from(`\ufeff\n${content}`, 'utf16le') }) : content);
    await dialog.tray.getByText('Lines left out: 1.').waitFor();
    const ring = await dialog.deployedRing();
    assert.deepEqual(ring.map((position) => position.slice(0, 2)), [[-58.45, south], [-58.4, south], [-58.4, -34.6], [-58.45, -34.6], [-58.45, south]]);
  });

  it('takes only shapes from KML, not the frames of pictures and links nor what is to change later, even with a hole first, white space in positions and prefixed names', async () => {
    const frame = '<north>53</north><south>50</south><east>8</east><west>3</west>';
    const others =
      `<GroundOverlay><LatLonBox>${frame}</LatLonBox></GroundOverlay>` +
      `<NetworkLink><Region><LatLonAltBox>${frame}</LatLonAltBox></Region><Link><href>more.kml</href></Link></NetworkLink>` +
      '<NetworkLinkControl><Update><Create><Placemark><Point><coordinates>3,50</coordinates></Point></Placemark></Create></Update></NetworkLinkControl>';
    const hole = '<innerBoundaryIs><LinearRing><coordinates>-58.43,-34.63 -58.42,-34.63 -58.42,-34.62 -58.43,-34.63</coordinates></LinearRing></innerBoundaryIs>';
    const content = KML.replace('<Document>', `<Document>${others}`).replace('<outerBoundaryIs>', `${hole}<outerBoundaryIs>`).replace(/(-58\.\d+),(-34\.\d+),0/g, '$1, $2,0');
    await dialog.bring('field.kml', content.replace(/<(\/?)(?=\w)/g, '<$1k:').replace('xmlns=', 'xmlns:k='));
    await dialog.tray.getByText('Lines left out: 1. Links to other files that were not followed: 1.').waitFor();
    const ring = await dialog.deployedRing();
    assert.deepEqual(ring.map((position) => position.slice(0, 2)), [[-58.45, -34.65], [-58.4, -34.65], [-58.4, -34.6], [-58.45, -34.6], [-58.45, -34.65]]);
  });

  it('says what it left out of a file, though the file puts the tool down that is in use', async () => {
    const { tray } = dialog;
    await dialog.tool('Draw a polygon');
    await editor.drop(dialog.canvas, 'field.kml', KML);
    await tray.locator('.soil-map-panel').getByText('34.65–34.6° S').waitFor();
    await tray.locator('[data-tool="polygon"][aria-pressed="false"]').waitFor();
    await tray.getByText('Lines left out: 1.').waitFor({ timeout: 5_000 });
    const track = /<Placemark><name>a track.*<\/Placemark>/;
    await editor.drop(dialog.canvas, 'tracks.kml', KML.replace(track, (line) => line.repeat(1_234)));
    await tray.getByText('Lines left out: 1,234.').waitFor({ timeout: 5_000 });
  });

  it('reads a zipped shapefile that is dropped on it, from its own projection', async () => {
    const ring: Ring = [[30.5, -2.1], [30.5, -2.0], [30.6, -2.0], [30.6, -2.1], [30.5, -2.1]];
    await dialog.bring('field.zip', await zippedShapefile(ring));
    const read = await dialog.deployedRing();
    for (const [lon, lat] of ring) assert.ok(read.some((corner) => Math.abs(corner[0] - lon) < 1e-6 && Math.abs(corner[1] - lat) < 1e-6), `${lon}, ${lat} in ${JSON.stringify(read)}`);
  });

  it('says of a file that it cannot read what is wrong with it, and keeps the area', async () => {
    for (const [name, content, words] of [
      ['field.kml', '<kml><Placemark>', 'not well-formed XML: something is wrong at the end of “<kml><Placemark>”.'],
      ['farms.kml', KML.replace('a field', 'Smith & Sons'), 'at the end of “<Placemark><name>Smith &”.'],
      ['field.zip', (await zippedShapefile(RING)).subarray(0, -30), 'What is in field.zip cannot be unpacked'],
      ['parcel.zip', await shapefileIn(RD_NEW, [[162745, 445741], [162745, 445841], [162845, 445841], [162745, 445741]]), 'parcel.zip has its coordinates in RD_New'],
      ['track.kml', KML.replace(/<Placemark><name>a field[\s\S]*?<\/Placemark>/, ''), 'no point or polygon'],
      ['west.kml', KML.replace('-58.45,', '58.45W,'), '“58.45W,-34.65,0” is not a KML position'],
      ['farm.kml', LINK, 'only links to other files, which are not followed: files/field.kml'],
      ['TASKDATA.XML', '<?xml version="1.0"?><ISO11783_TaskData VersionMajor="4"><PFD A="PFD1"/></ISO11783_TaskData>', 'This is ISOXML, which is not read: give the area as GeoJSON'],
      ['soil.csv', 'point,depth (cm),clay (%)\n1,30,22\n', 'No area can be read from soil.csv. These files are read: WKT, GeoJSON, KML, KMZ'],
      ['empty.geojson', '', 'No area can be read from empty.geojson.'],
      ['fields.zip', await writtenZip({ 'fields.shp': shpFile(1, [point([5, 51]), point([6, 52])]).subarray(0, -28) }), 'fields.shp is cut off or damaged'],
      ['soil.xlsx', await writtenZip({ 'xl/workbook.xml': '<workbook/>' }), 'soil.xlsx contains no shapefile that can be read'],
      ['fields.gpkg', 'SQLite format 3\0', 'Export others, such as a GeoPackage, as GeoJSON (EPSG:4326).'],
      ['layers.kmz', await tooManyLayers(), 'More than 1,000 KML files belong to this zip: nothing was imported.'],
      ['report.pdf', '%PDF-1.7\n1 0 obj (POINT (5 52))', 'No area can be read from report.pdf.'],
    ] as const) {
      await editor.drop(dialog.canvas, name, content);
      await dialog.tray.locator('.soil-map-note').getByText(words).waitFor();
      assert.equal(await dialog.shapes().count(), 1);
    }
    await editor.drop(dialog.canvas, 'field.kml', KML, ['meadow.kml']);
    await dialog.tray.locator('.soil-map-note').getByText('Several files came at once: bring one at a time.').waitFor();
    await editor.drag(dialog.canvas, { files: [__dirname] });
    await dialog.tray.locator('.soil-map-note').getByText('No area can be read from browser. These files are read: ').waitFor();
  });
});
