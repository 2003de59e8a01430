const path = require('node:path');

// The arrows between the rooms of src: each room may import itself, the vocabulary (texts, maps, errors, foreign values, time, modules) and what is listed here.
const ARROWS = {
  geometry: [],
  transport: [],
  auth: ['transport'],
  service: ['transport', 'auth', 'geometry'],
  processes: [],
  disk: [],
  jobs: ['service', 'transport', 'processes', 'disk'],
  download: ['transport', 'archive', 'processes', 'disk', 'service/job', 'service/passing-refusals'],
  archive: ['processes', 'disk'],
  records: ['archive', 'geometry', 'processes'],
  profiles: ['records', 'geometry/h3-library'],
  shapes: ['profiles', 'records', 'geometry'],
  sandbox: null,
};
const VOCABULARY = { maps: [], text: ['maps'], foreign: [], time: [], errors: ['text'], modules: ['errors'] };

// Of a large room, the parts that each part may import. What lies in the room itself is above them all, or the words of the room.
const PARTS = {
  'src/geometry': { rings: [], wkt: [], projections: [] },
  'src/jobs': {
    journal: [],
    messages: [],
    ledger: ['journal', 'messages'],
    delivery: [],
    polls: ['ledger'],
    submissions: ['journal', 'messages', 'ledger', 'delivery', 'polls'],
    waits: ['journal', 'messages', 'ledger', 'delivery', 'polls'],
    files: ['journal', 'messages', 'ledger', 'delivery'],
  },
  'src/profiles': { units: [] },
  'src/records': { fields: [], formats: ['fields'], rasters: ['fields'] },
  'nodes/editor': {
    words: [],
    fields: ['words'],
    services: ['words', 'fields'],
    map: ['words'],
    picker: ['words', 'fields'],
    jobs: ['words'],
    resources: ['words', 'fields', 'map', 'picker', 'jobs'],
    dialogs: ['words', 'fields', 'services', 'resources'],
  },
  'nodes/runtime': { settings: [], status: [], keeping: ['status'] },
};

const words = Object.entries(VOCABULARY).map(([room, targets]) => ({
  name: `arrows-of-${room}`,
  comment: `src/${room} may import ${[room, ...targets].join(', ')}.`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^(src|nodes)/', pathNot: `^src/(${[room, ...targets].join('|')})/` },
}));

const parts = Object.entries(PARTS).flatMap(([room, arrows]) => [
  { name: 'known-parts-only', severity: 'error', from: {}, to: { path: `^${room}/[^/]+/`, pathNot: `^${room}/(${Object.keys(arrows).join('|')})/` } },
  ...Object.entries(arrows).map(([part, targets]) => ({
    name: `arrows-of-${path.basename(room)}-${part}`,
    comment: `${room}/${part} may import ${[part, ...targets].join(', ')} of its room's parts.`,
    severity: 'error',
    from: { path: `^${room}/${part}/` },
    to: { path: `^${room}/[^/]+/`, pathNot: `^${room}/(${[part, ...targets].join('|')})/` },
  })),
]);

const rooms = Object.entries(ARROWS).map(([room, targets]) => {
  const allowed = targets === null ? [room] : [room, ...Object.keys(VOCABULARY), ...targets];
  return {
    name: `arrows-of-${room}`,
    comment: targets === null ? 'A client and a server that share code agree on their mistakes.' : `src/${room} may import ${allowed.join(', ')}.`,
    severity: 'error',
    from: { path: `^src/${room}/` },
    to: { path: '^(src|nodes)/', pathNot: `^src/(${allowed.join('|')})(/|\\.ts$)` },
  };
});

module.exports = {
  forbidden: [
    ...rooms,
    ...words,
    ...parts,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'engine-knows-no-node-red', severity: 'error', from: { path: '^src/' }, to: { path: '(^nodes/|node_modules/(node-red|@node-red)/)' } },
    {
      name: 'only-declared-dependencies',
      severity: 'error',
      from: { path: '^(src|nodes)/', pathNot: '(/editor\\.ts$|^nodes/editor/)' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'unknown', 'undetermined'], dependencyTypesNot: ['type-only'] },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'no-rooms-without-a-subject', severity: 'error', from: {}, to: { path: '/(utils?|helpers?|common|misc)(/|\\.ts$)', pathNot: 'node_modules' } },
    {
      name: 'known-rooms-only',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: `^src/(${[...Object.keys(ARROWS), ...Object.keys(VOCABULARY)].join('|')})/` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['require', 'import', 'node', 'default'] },
  },
};
