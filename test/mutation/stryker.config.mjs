/* Mutation tests of one room: every small change of its code that can be thought of must make one of its tests fail. See docs/reliability.md. */
const room = process.env.SOIL_ROOM ?? 'auth';

export default {
  mutate: [`src/${room}/**/*.ts`],
  testRunner: 'mocha',
  plugins: [new URL('node_modules/@stryker-mutator/mocha-runner/dist/src/index.js', import.meta.url).pathname],
  mochaOptions: { config: '.mocharc.json', spec: [`test/${room}/**/*.test.ts`], require: ['tsx/cjs'] },
  coverageAnalysis: 'perTest',
  // Texts for people are held by tests where they matter; a mutant of every sentence would only make the tests repeat them.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['dist', 'resources', 'docs', 'examples', 'bench', 'nodes', 'coverage', 'reports', '.matrix', '.demo', '.node-red', 'test/browser', 'test/matrix'],
  disableTypeChecks: false,
  concurrency: Number(process.env.SOIL_CONCURRENCY ?? 1),
  timeoutMS: 20_000,
  timeoutFactor: 2,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  jsonReporter: { fileName: `reports/mutation-${room}.json` },
  tempDirName: '.stryker-tmp',
  thresholds: { high: 90, low: 90, break: 90 },
  allowConsoleColors: false
};
