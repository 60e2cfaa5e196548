import { mock } from 'node:test';
import { configureProperties, FIXED_SEED } from '../../support/properties';

const seed = process.env['TEST_SEED'];

configureProperties({
  seed: seed === undefined ? FIXED_SEED : Number(seed),
  path: process.env['TEST_PATH'],
});
export { configureProperties };

/** What a test has put in the place of something is gone after it, also where it failed. */
export const mochaHooks: Mocha.RootHookObject = {
  afterEach() {
    mock.reset();
  },
};
