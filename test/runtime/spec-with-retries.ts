import { reporters, Runner, type MochaOptions, type Test } from 'mocha';

/** The reporter `spec`, which also says why a test had to be tried again: a test that fails each time for a different reason shows the first one too. */
class SpecWithRetries extends reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    runner.on(Runner.constants.EVENT_TEST_RETRY, (test: Test, error: Error) => {
      console.log(`    tried again: ${test.title}\n      ${error.stack ?? error.message}`);
    });
  }
}

export = SpecWithRetries;
