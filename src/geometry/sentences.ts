/**
 * All sentences and phrases of this room in English, by key, with `__name__` for what is put in, as in the catalogues of the editor. These
 * have the same keys in every language (block `geometry`).
 */
export const SENTENCES = {
  // An input that is not an area.
  noArea: 'There is no area in __found__: expected WKT, GeoJSON, {lat, lon}, [west, south, east, north], an H3 cell or a drawing of a map.',
  noAreaInEmptyText:
    'There is no area in __found__: expected WKT, GeoJSON, {lat, lon}, [west, south, east, north], an H3 cell or a drawing of a map. A file read line by line ends with one: drop it with a switch node (is not empty).',
  noAreaInEmptyObject:
    'There is no area in __found__: expected WKT, GeoJSON, {lat, lon}, [west, south, east, north], an H3 cell or a drawing of a map. An http in node that accepts file uploads sends such an object for a file, which is in msg.req.files[0].buffer, and for plain text, which is lost.',
  noAreaInArray:
    'There is no area in __found__: expected WKT, GeoJSON, {lat, lon}, [west, south, east, north], an H3 cell or a drawing of a map. To get an area for each element, put a split node in front. Features of one area belong in a FeatureCollection.',
  areaInPlaces:
    'An array of places does not say what they mean: as corners of a polygon, they go into {"area": [...]}; to get an area for each, put a split node in front; for all of them as points, give a GeoJSON MultiPoint.',
  areaInPositions: 'An array of coordinates does not say what they mean: give GeoJSON, as in {"type": "Polygon", "coordinates": [[[lon, lat], ...]]}.',
  areaInField:
    'There is no area in __found__ itself. What looks like one is in __fields__: choose it as the area (as in msg.payload__path__), or put it into msg.payload with a change node.',
  noAreaInTime: '__number__ is a timestamp, which an inject node sends by default, and not an area: draw one on the map of soil-area, or send WKT or GeoJSON.',
  noAreaInEvent: 'The map event __action__ is not an area: let only events with one through (such as where msg.payload.action is draw), with a switch node.',
  areaInForm: 'The area came as the name of a form field, which is what a web client makes of text without a content type: send it with the header Content-Type: text/plain, or application/json.',
  areaInMultipart:
    'This is a form in several parts (multipart), as web pages send files: tick Accept file uploads in the http in node. The file is then in msg.req.files[0].buffer: choose that as the area.',
  areaInKml: 'This is KML, which is read only when it is dropped on the map of soil-area. In a flow, give it as GeoJSON (QGIS exports it, ogr2ogr -f GeoJSON converts it).',
  areaInZip:
    'This is a zip: a shapefile or KMZ is read only when it is dropped on the map of soil-area. In a flow, give it as GeoJSON in EPSG:4326 (QGIS exports it, ogr2ogr -f GeoJSON -t_srs EPSG:4326 converts it).',
  areaNotUtf8: 'The text of the area is not UTF-8, so letters in it cannot be read: save or export it as UTF-8.',
  areaInWkb: 'This is well-known binary, which is how databases return geometries: ask for text in SRID 4326 (in PostGIS ST_AsGeoJSON(ST_Transform(geom, 4326)), with your column for geom).',
  areaInEmptyWkb: 'This is well-known binary of an empty geometry, which holds no position: give an area.',
  areaInTable:
    'This is a table (CSV): in a flow, put a csv node in front (first row contains column names), which sends each row. Its columns lat and lon are read; choose any other column as the area (as in msg.payload.geometry).',
  areaInFile: 'This is the address or the name of a file, which is not read here: put an http request or a file in node in front, and send what is in the file.',
  areaInFormat: 'This is __format__, which is not read: give the area as GeoJSON in EPSG:4326 (the program that it comes from may export it, or QGIS).',
  areaInEsri:
    'This is the JSON of Esri: ask its service for GeoJSON (f=geojson), which is in degrees, or give an extent as [west, south, east, north] in degrees.',
  areaInJohnDeere:
    'This is a boundary of John Deere: with a change node, set msg.payload to one polygon with its holes, the JSONata {"area": payload.multipolygons[0].rings.[points]}.',
  jsonTooLong: 'The JSON has __length__ characters; the limit is __limit__. Simplify the area.',
  jsonTooMany: 'The JSON holds more than __limit__ objects and lists. Divide the area.',
  jsonTooDeep: 'The JSON nests more than __limit__ levels deep. Flatten it.',
  jsonUnreadable: 'The text begins like JSON, but cannot be read: __reason__.',
  jsonLines: 'The text goes on after the JSON in its first line: if each line is an area, put a split node in front to send them one by one.',
  pairOfNumbers: '[__pair__] does not say which number is the latitude: give {lat, lon}, or WKT as in POINT (lon lat).',
  noSuchCell: '"__cell__" has the form of an H3 index, but there is no such cell. Check its digits.',
  cellRounded: '__number__ looks like an H3 cell given as a number, whose last digits JavaScript loses: give it as text.',

  // WKT.
  wktTooLong: 'The WKT has __length__ characters; the limit is __limit__. Simplify the area.',
  wktTooDeep: 'The WKT nests collections more than __limit__ deep at position __at__. Flatten it.',
  wktTooManyPositions: 'The WKT has more than __limit__ positions, at position __at__ of the text. Simplify the area.',
  wktNumberTooLong: 'The number at position __at__ has more than __limit__ characters. Round it to 7 decimals.',
  wktPositionsUnreadable: 'The positions from position __at__ of the WKT on cannot be read.',
  wktTypeNotTaken: '__type__ at position __at__ is not accepted: expected __expected__.',
  wktTypeCurved: '__type__ at position __at__ is not accepted: expected __expected__. In PostGIS, ST_CurveToLine(geom) makes polygons of it.',
  wktTypeEmpty: '__type__ EMPTY at position __at__ holds no position: give an area.',
  wktSridNotTaken: 'SRID __srid__ at position __at__ is not accepted: give the area in SRID 4326 (degrees, longitude first), in PostGIS with ST_Transform(geom, 4326).',
  wktSystemNotTaken: 'The coordinate system at position __at__ is not accepted: leave it out, and give the area in WGS 84 (degrees, longitude first).',
  wktEmpty: 'The WKT cannot be read: expected __expected__ at position __at__: the text is empty.',
  wktEnds: 'The WKT cannot be read: expected __expected__ at position __at__, but the text ends there.',
  wktEndsAfter: 'The WKT cannot be read: expected __expected__ at position __at__, after __before__, but the text ends there.',
  wktOther: 'The WKT cannot be read: expected __expected__ at position __at__, but found __found__.',
  wktOtherAfter: 'The WKT cannot be read: expected __expected__ at position __at__, after __before__, but found __found__.',

  // What WKT expects.
  wktTypes: 'POINT, MULTIPOINT, POLYGON, MULTIPOLYGON or GEOMETRYCOLLECTION',
  wktCommaOrBracket: '"," or ")"',
  wktEndOfText: 'the end of the text',
  wktSridNumber: 'the number of a coordinate system',
  wktLongitude: 'a longitude (a number)',
  wktSpaceAndLatitude: 'a space and a latitude',
  wktPointOrLatitude: 'a decimal point, or a space and a latitude',
  wktLatitude: 'a latitude (a number)',
  wktNumber: 'a number',
  wktNumberOfSeveral: 'a number (positions here have __numbers__; a comma may be missing further up)',
  wktExponent: 'the digits of an exponent',

  // GeoJSON.
  geoJsonEmpty: 'The GeoJSON holds no geometry: give at least one.',
  geoJsonTooDeep: 'The GeoJSON nests collections more than __limit__ deep. Flatten it.',
  geoJsonTooLong: 'The GeoJSON has more than __limit__ members. Divide the area.',
  geoJsonNoObject: 'Expected a GeoJSON object at __where__, but found __found__.',
  geoJsonNoArray: 'Expected an array at __where__ of the GeoJSON, but found __found__.',
  geoJsonType: 'Expected a GeoJSON type (Point, MultiPoint, Polygon, MultiPolygon, GeometryCollection, Feature or FeatureCollection), but found __found__.',
  geoJsonTypeAt:
    'Expected a GeoJSON type at __where__ (Point, MultiPoint, Polygon, MultiPolygon, GeometryCollection, Feature or FeatureCollection), but found __found__.',
  geoJsonLine: 'A __type__ has no area: give a Point, MultiPoint, Polygon or MultiPolygon.',
  geoJsonLineAt: 'A __type__ at __where__ has no area: give a Point, MultiPoint, Polygon or MultiPolygon.',
  geoJsonReferenceSystem:
    'The GeoJSON is in __name__ (__where__): give degrees on WGS 84, longitude first (RFC 7946, 4). Export it in EPSG:4326: QGIS asks for that, ogr2ogr takes -t_srs EPSG:4326, PostGIS has ST_Transform(geom, 4326).',
  geoJsonReferenceUnclear:
    'The coordinate system of the GeoJSON (__where__) cannot be told from __found__: give degrees on WGS 84, longitude first, without this member (RFC 7946, 4).',

  // A complaint, and the features that it is about.
  inFeature: '__complaint__ The feature is __features__.',
  inFeatures: '__complaint__ __number__ features are faulty: __features__.',
  inManyFeatures: '__complaint__ __number__ features are faulty: __features__ and __more__ more.',
  inFeaturesAndMore: '__complaint__ At least __number__ features are faulty, such as __features__.',

  // Boxes, places and drawings of maps.
  boxNumbers: 'The box [west, south, east, north] needs four numbers, but found __found__.',
  boxUpsideDown: 'The box has its south (__south__) above its north (__north__): the order is west, south, east, north.',
  boxEmpty: 'The box [__sides__] has no area: two opposite sides coincide.',
  latitudeNoNumber: 'The latitude is __found__: give a number of degrees, such as 52.1.',
  longitudeNoNumber: 'The longitude is __found__: give a number of degrees, such as 5.7.',
  latitudeMissing: 'The place has a longitude, but no latitude: give both, as in {lat, lon}.',
  longitudeMissing: 'The place has a latitude, but no longitude: give both, as in {lat, lon}.',
  latitudeTwice: 'The place has two latitudes, __degrees__ and __other__: give one of them.',
  longitudeTwice: 'The place has two longitudes, __degrees__ and __other__: give one of them.',
  ellipse: 'An ellipse (a radius of two numbers) is not accepted: draw it as a polygon.',
  radius: 'The radius is __found__: give 0.1 metres or more, or leave it out for a point.',
  radiusTooLarge: 'The radius of __metres__ metres is above 5,000,000: draw the area as a polygon.',
  circleLatitude: 'Latitude __latitude__ of the circle is not between -90 and 90.',
  circleOverPole: 'The circle reaches __degrees__ degrees far, over a pole: draw the area as a polygon.',
  drawnLine: 'The drawing is a line, which has no area: draw a polygon, a rectangle or a circle.',
  drawnHole: 'The ring is of the type interior, a hole: give its outer ring before it, as in {"area": [[outer ring], [hole]]}.',
  drawingTooLong: 'The drawing has more than __limit__ positions. Simplify the area.',
  drawingNoPositions: 'Expected positions in __where__ of the drawing, but found __found__.',
  drawingNoPlace: 'Expected {lat, lng} at __where__ of the drawing, but found __found__.',

  // Coordinates.
  noPosition: 'There is no position in __where__: give at least one.',
  noPolygon: 'There is no polygon in __where__: give at least one.',
  noRing: 'There is no ring in __where__: give the outer ring.',
  noArray: 'Expected an array at __where__ of the __type__, but found __found__.',
  noPair: 'Expected [longitude, latitude] at __where__ of the __type__, but found __found__.',
  noNumbers: 'Expected two numbers at __where__ of the __type__, but found __longitude__ and __latitude__.',
  tooManyPositions: 'The area has more than __limit__ positions. Simplify it.',
  latitudeRange: 'Latitude __degrees__ at __where__ is not between -90 and 90. Give degrees on WGS 84, longitude first.',
  longitudeRange: 'Longitude __degrees__ at __where__ is not between -180 and 180. Give degrees on WGS 84, longitude first.',
  latitudeRangeNamed: 'Latitude __degrees__ at __where__ is not between -90 and 90. Give degrees on WGS 84.',
  longitudeRangeNamed: 'Longitude __degrees__ at __where__ is not between -180 and 180. Give degrees on WGS 84.',
  latitudeExchanged: 'Latitude __degrees__ at __where__ is not between -90 and 90: latitude and longitude look swapped. Longitude comes first.',
  latitudeInMetres: 'Latitude __degrees__ at __where__ is not between -90 and 90: these look like metres of a map projection. Give degrees on WGS 84, in PostGIS with ST_Transform(geom, 4326).',
  longitudeInMetres: 'Longitude __degrees__ at __where__ is not between -180 and 180: these look like metres of a map projection. Give degrees on WGS 84, in PostGIS with ST_Transform(geom, 4326).',

  // Rings.
  ringOfOne: 'The ring at __where__ has 1 position: a ring takes three or more, and the first one again at its end.',
  ringOfFew: 'The ring at __where__ has __number__ different positions: a ring takes three or more, and the first one again at its end.',
  ringRoundTheEarth: 'The ring at __place__ goes round the Earth more than once. Divide the area.',
  ringOnMeridian: 'The ring at __place__ has no area: its corners lie on one meridian. Give at least one corner beside it.',
  ringAroundPole: 'The ring at __place__ goes around a pole. Cut it along the antimeridian, with corners at latitude 90 or -90.',
  ringOnLine: '__ring__ has no area: all of it lies on one line at __place__. Give at least three corners that do not.',
  ringCrossesItself: '__ring__ crosses itself at __place__. Move or remove a corner there, or divide the area in two.',
  ringSpike: '__ring__ runs back along itself at __place__. Remove the spike or cut there.',
  ringsAlong: '__ring__ and __other__ run along each other at __place__: they may touch only at single points.',
  ringsCross: '__ring__ and __other__ cross at __place__: a hole must lie inside the outer ring, and holes may not overlap.',
  holeOutside: '__ring__ does not lie inside __other__, at __place__. Move the hole, or make it a polygon.',
  holesOverlap: '__ring__ and __other__ overlap at __place__: make them one hole.',

  // The area as a whole.
  mixed: 'Points (__points__) and polygons (__polygons__) do not go together in one area: send them as two.',
  tooLarge: 'The area of __area__ km² is above the __limit__ km² that the service takes. Divide it.',
  tooManyOverlaps:
    'Too many polygons overlap, first at __place__, to measure the area that they share. Merge them into polygons that do not overlap.',
  tooManyHoles: 'The area crosses the antimeridian and has too many holes there, one of them at __place__. Divide it at 180 degrees.',

  // Repairs.
  geometriesMerged: '__number__ geometries were merged into one area.',
  partEmpty: '1 empty part was left out.',
  partsEmpty: '__number__ empty parts were left out.',
  featureEmpty: '1 feature had no geometry and was left out: __features__.',
  featuresEmpty: '__number__ features had no geometry and were left out: __features__.',
  manyFeaturesEmpty: '__number__ features had no geometry and were left out: __features__ and __more__ more.',
  propertiesLeftOut: 'The properties of the feature were left out: they have more than __limit__ characters as JSON, or are nested more than __depth__ levels deep.',
  positionCut: '1 position was cut to longitude and latitude: heights and measures are not used.',
  positionsCut: '__number__ positions were cut to longitude and latitude: heights and measures are not used.',
  positionRounded: '1 position was rounded to 7 decimals (about 1 cm).',
  positionsRounded: '__number__ positions were rounded to 7 decimals (about 1 cm).',
  positionRepeated: '1 repeated position was left out.',
  positionsRepeated: '__number__ repeated positions were left out.',
  pointRepeated: '1 repeated point was left out.',
  pointsRepeated: '__number__ repeated points were left out.',
  longitudeBeyond: '1 longitude was beyond 180 degrees and was brought into -180 to 180.',
  longitudesBeyond: '__number__ longitudes were beyond 180 degrees and were brought into -180 to 180.',
  ringClosed: '1 ring was closed with its first position.',
  ringsClosed: '__number__ rings were closed, each with its first position.',
  ringTurned: '1 ring was turned round: outer rings run counter-clockwise, holes clockwise.',
  ringsTurned: '__number__ rings were turned round: outer rings run counter-clockwise, holes clockwise.',
  edgesFollowed: 'Edges of more than 180 degrees were taken the short way round, across the antimeridian.',
  partsMoved: 'Longitudes beyond 180 degrees were brought into -180 to 180.',
  partsSplit: 'The area crosses the antimeridian and was split there (RFC 7946, 3.1.9).',
  polygonInside: '1 polygon was inside another one and was left out.',
  polygonsInside: '__number__ polygons were inside another one and were left out.',
  polygonsOverlap: 'Polygons overlap by __hectares__ ha, most of it near __place__: ground that they share counts once.',
  circleDrawn: 'The circle was drawn as a polygon of __corners__ corners with the area of the circle.',
  featuresMissing:
    'These are only a part of the features that the source has (__name__): if the area is all of them, fetch the others too, and put them into one FeatureCollection.',
  boundaryBeside:
    'The point of lat and lon was read; __name__ beside them, which looks like a boundary, was not: to use that, choose it as the area (as in msg.payload__path__).',
  radiusLeftOut: 'A point has __name__, which is not read: it stays a point. For a circle, give {lat, lon, radius} in metres.',

  // Places in the input.
  atTop: 'the top',
  atPosition: 'position __at__',
  atBox: 'the box',
  atCircle: 'the circle',
  atPoint: 'the point',
  atCell: 'the H3 cell __cell__',
  outerRing: 'the outer ring',
  outerRingOf: 'the outer ring of polygon __polygon__',
  hole: 'hole __hole__',
  holeOf: 'hole __hole__ of polygon __polygon__',

  // Values in the input.
  nullValue: 'null',
  undefinedValue: 'undefined',
  emptyText: 'an empty text',
  textValue: 'the text __text__',
  numberValue: 'the number __value__',
  booleanValue: 'the boolean __value__',
  bigintValue: 'the bigint __value__',
  arrayValue: 'an array of __length__',
  functionValue: 'a function',
  symbolValue: 'a symbol',
  binaryValue: 'binary data',
  emptyObject: 'an object without fields',
  objectOfOne: 'an object with the field __field__',
  objectOfFew: 'an object with the fields __fields__',
  objectOfMany: 'an object with the fields __fields__ and others',
} as const;
