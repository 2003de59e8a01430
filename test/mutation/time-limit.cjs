/* global describe */
/* Loaded before the tests of a room: a test or hook that hangs fails by itself, which costs seconds where ending its process would cost a minute. */
describe('', () => undefined).parent.timeout(Number(process.env.SOIL_TEST_TIMEOUT ?? 5000));
