// The arrows between the rooms of src: each room may import itself, the vocabulary (errors, foreign values, time) and what is listed here.
const ARROWS = {
  geometry: [],
  transport: [],
  auth: ['transport'],
  service: ['transport', 'auth', 'geometry'],
  processes: [],
  disk: [],
  jobs: ['service', 'transport', 'processes', 'disk'],
  download: ['transport', 'archive', 'processes', 'disk', 'service/job', 'service/service-words'],
  archive: ['processes', 'disk'],
  records: ['archive', 'geometry', 'processes'],
  profiles: ['records'],
  shapes: ['profiles', 'records', 'geometry'],
  sandbox: null,
};
const VOCABULARY = ['errors', 'foreign', 'time'];

const rooms = Object.entries(ARROWS).map(([room, targets]) => {
  const allowed = targets === null ? [room] : [room, ...VOCABULARY, ...targets];
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
      to: { path: '^src/', pathNot: `^src/(${[...Object.keys(ARROWS), ...VOCABULARY].join('|')})/` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['require', 'import', 'node', 'default'] },
  },
};
