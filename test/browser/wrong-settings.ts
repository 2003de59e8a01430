import { nodeAt, type FlowNode } from './editor-page';

/** What every node of these tests says of its service. */
export const SERVICE = { version: 1, service: 'svc' };
const real = { mode: 'service', baseUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' };

/** Nodes whose every setting is wrong, as a hand-written flow may have them, and what is said of each. */
export const WRONG: [node: FlowNode, said: string[]][] = [
  [
    nodeAt(1600, 'wrong-area', 'soil-area', [[]], { version: 1, area: 'LINESTRING (5 52, 6 52)', areaType: 'wkt', within: 'the north', service: 'gone', outputs: 1 }),
    ['Area: WKT begins with POINT, MULTIPOINT, POLYGON, MULTIPOLYGON or GEOMETRYCOLLECTION.', 'Must lie in: Write west, south, east and north in degrees, such as 3.3, 50.7, 7.3, 53.6.', 'This service no longer exists or is disabled. Choose another one.'],
  ],
  [
    nodeAt(1600, 'wrong-data', 'soil-data', [[]], { version: 1, service: '', startYear: '20', endYear: 'now', output: 'all', licences: { none: true } }),
    [
      'Choose a soil service, or add one with the button beside the list.',
      'first year: Enter a whole number from 1000 to 2999.',
      'last year: Enter a whole number from 1000 to 2999.',
      'Output: Choose one of: records, raw.',
      'Only these licences: Write one licence per line.',
    ],
  ],
  [
    nodeAt(1600, 'wrong-discover', 'soil-discover', [[]], { version: 1, service: 'gone', resource: 'dataset', datasetId: '1.5' }),
    [
      'This service no longer exists or is disabled. Choose another one.',
      'Dataset: Enter a whole number: the identifier of a dataset.',
    ],
  ],
  [
    nodeAt(1600, 'wrong-discover2', 'soil-discover', [[]], { ...SERVICE, resource: 'fields', select: 'chosen', chosen: [] }),
    ['Look for: Choose one of: spatial-filters, soil-properties, datasets, all-datasets, dataset.', 'Nothing is chosen. Choose from the list, or change “Select”.'],
  ],
  [
    nodeAt(1600, 'wrong-discover4', 'soil-discover', [[]], { ...SERVICE, resource: 'datasets', select: 'some', unlockedOnly: 'no' }),
    ['Select: Choose one of: all, none, chosen, match.', 'Leave out datasets locked for download: This must be true or false.'],
  ],
  [
    nodeAt(1600, 'wrong-raw', 'soil-data', [[]], { ...SERVICE, output: 'raw', licences: 'CC0-1.0' }),
    ['Only these licences: An answer that is passed on as it is contains all licences. Clear this list, or choose soil records.'],
  ],
  [
    nodeAt(1600, 'wrong-discover3', 'soil-discover', [[]], { ...SERVICE, resource: 'datasets', select: 'match', matchType: ' ', matchName: ' , ' }),
    ['Name has: Give a name or a type, or change “Select”.'],
  ],
  [
    nodeAt(1600, 'wrong-submit', 'soil-submit', [[]], { ...SERVICE, kind: 'point', startYear: '1990', endYear: '1980', email: 'me' }),
    ['Request: Choose one of: geometry, area.', 'last year: The last year is before the first.', 'E-mail: This is not an e-mail address.'],
  ],
  [
    nodeAt(1600, 'wrong-lists', 'soil-data', [[]], { ...SERVICE, spatialFilters: [''], soilProperties: ['clay'], datasets: { all: true }, gisDataTypes: [5] }),
    [
      ...['spatial filters', 'soil properties', 'datasets'].map((list) => `${list}: An entry is not an identifier (a whole number). Untick it in the list.`),
      'Data types: An entry is not a word such as raster. Ticking or unticking a box here removes it.',
    ],
  ],
  [
    nodeAt(1600, 'wrong-chosen', 'soil-discover', [[]], { ...SERVICE, resource: 'all-datasets', select: 'chosen', chosen: ['-5', '0x10'] }),
    ['An entry is not an identifier (a whole number). Untick it in the list.'],
  ],
  [
    nodeAt(1600, 'wrong-wait', 'soil-wait', [[], []], { ...SERVICE, timeout: 0, firstPoll: 'soon', maxPoll: -1 }),
    [
      'Give up after: Enter a number from 0.001 to 1000000000.',
      'First poll after: Enter a number from 0.001 to 1000000000.',
      'Longest pause: Enter a number from 0.001 to 1000000000.',
    ],
  ],
  [
    nodeAt(1600, 'wrong-download', 'soil-download', [[], []], { ...SERVICE, to: 'file', folder: '~/soil', exists: 'ask', maxBytes: '1 MB' }),
    ['Folder: ~, $NAME, %NAME% and {{…}} are not replaced here. Write the path itself; only ${NAME}, as the whole value, is replaced by an environment variable.', 'If the file exists: Choose one of: replace, keep, number.', 'Largest file: Enter a number from 0 to 9007199254\u00a0MB.'],
  ],
  [
    nodeAt(1600, 'wrong-download2', 'soil-download', [[], []], { ...SERVICE, to: 'buffer', maxBuffer: 'all' }),
    ['Largest file: Enter a number from 0.001 to 2000.'],
  ],
  [
    nodeAt(1600, 'wrong-read', 'soil-read', [[]], { version: 1, output: 'records', batch: -1, shape: 'a table', licences: [5], noValues: [true] }),
    [
      'In batches of: Enter a whole number from 0 to 10000000.',
      'Shaped for: Choose one of: worldmap, chart, table, influxdb, postgresql, sqlite, csv.',
      'Only these licences: Write one licence per line.',
      'Missing values: Write one value per line.',
    ],
  ],
  [
    nodeAt(1600, 'wrong-profile', 'soil-profile', [[]], { version: 1, slices: 'own', ownSlices: '30-10', minCoverage: 101, group: 'h3', h3Resolution: 16, units: [{ property: 'pH', unit: '', missing: 'pH' }], methodNames: [{ method: 'CLPC' }], shape: 'a table' }),
    [
      'Depths in cm: Write depths in cm from the top down, such as 0-10, 10-30, 30-60.',
      'Minimum coverage: Enter a number from 0 to 100.',
      'H3 resolution: Enter a whole number from 0 to 15.',
      'Units: Each line needs a property and a unit.',
      'Method names: Each line needs a method and the name to give it.',
      'Shaped for: Choose one of: worldmap, chart, table, influxdb, postgresql, sqlite, csv, columns.',
    ],
  ],
  [
    {
      ...{ id: 'wrong-service', type: 'soil-service', name: 'wrong', version: 1, ...real, baseUrl: 'http://api.example.com', authUrl: '', syncThreshold: -1, requestsPerSecond: 'many' },
      ...{ maxConcurrent: 1.5, timeout: 0, datasetsField: 'sets', emailField: 'geometry', soilPropertiesPath: '/../properties' },
    },
    [
      'Client id: Required.',
      'Service URL: Enter an https address without user name, query or fragment, such as https://api.example.com.',
      'Token URL: Required.',
      'Small below: Enter a number from 0 to 3000000000.',
      'At most: Enter a number from 0.001 to 10000.',
      'In parallel: Enter a whole number from 1 to 256.',
      'Time limit: Enter a number from 0.01 to 3600.',
      'Datasets field: Choose one of: datasets, dataSets.',
      'E-mail field: Enter a field name of letters and digits that the request does not have yet, such as email.',
      'Properties path: Enter a plain path on the service, such as /v1/soil-properties/queries.',
    ],
  ],
];
