/* Mutation tests of one room: every small change of its code that can be thought of must make one of its tests fail. See docs/reliability.md. */
const room = process.env.SOIL_ROOM ?? 'auth';

/** What rooms that are tested by those that use them need besides their own tests. */
const users = {
  disk: ['test/download/*.test.ts', 'test/archive/*.test.ts', 'test/jobs/journal/disk-file-system.test.ts'],
  records: ['profile-series', 'renamed-methods', 'statistics', 'long-names'].map((name) => `test/profiles/${name}.test.ts`),
};

/** Tests that take seconds and notice what others notice: whole processes; thousands of jobs, exchanges, redeploys and corners; turns left to others. */
const leftOut =
  'A process that is killed|3 kB of memory|five hundred redeploys|Thousands of exchanges|thousands of pieces|a hundred thousand times|each overlaps its neighbours|in the same words|more holes than|before the test ends|too many files open|can open no file|a block is large|whatever the kind of number|no thread may be started|when it has more positions|nothing but a SoilError|others their turn|until there are a thousand|over and over|than ten thousand files|names of all its records|ends a while after the last|however large the block|than its bytes can tell|20,000 bands|the text of their file|at some rows at a time|a thousand bands|as a large grid has|if blocks share them|with bytes of their own|its cells are measured|in proportion to the length';

export default {
  mutate: [`src/${room}/${process.env.SOIL_FILES ?? '**/*'}.ts`],
  testRunner: 'mocha',
  plugins: [new URL('node_modules/@stryker-mutator/mocha-runner/dist/src/index.js', import.meta.url).pathname],
  mochaOptions: { config: '.mocharc.json', spec: ['test/mutation/time-limit.cjs', `test/${room}/**/*.test.ts`, ...(users[room] ?? [])], grep: `^(?!.*(${leftOut}))`, require: ['tsx/cjs'] },
  coverageAnalysis: 'perTest',
  // A mutant of what is made when a file is loaded (a constant, a table) costs a run of all tests: it is listed and not counted.
  ignoreStatic: true,
  // Texts for people are held by tests where they matter; a mutant of every sentence would only make the tests repeat them.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['dist', 'resources', 'bench', 'reports', '.demo', '.node-red', 'test/browser', 'test/matrix'],
  disableTypeChecks: false,
  concurrency: Number(process.env.SOIL_CONCURRENCY ?? 1),
  timeoutMS: Number(process.env.SOIL_TEST_TIMEOUT ?? 5000) + 1000,
  timeoutFactor: 1.5,
  dryRunTimeoutMinutes: 15,
  incremental: process.env.SOIL_INCREMENTAL === 'yes',
  incrementalFile: `reports/incremental-${room}.json`,
  reporters: ['event-recorder', 'progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  eventReporter: { baseDir: `reports/events-${room}` },
  jsonReporter: { fileName: `reports/mutation-${room}.json` },
  tempDirName: '.stryker-tmp',
  thresholds: { high: 90, low: 90, break: 90 },
  allowConsoleColors: false,
};
