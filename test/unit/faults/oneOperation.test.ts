import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { ONE_OPERATION } from '../../support/faults/oneOperation';

describe('what docs/faults.md says of one operation', () => {
  for (const { fault, tests } of ONE_OPERATION) {
    it(`names tests that exist: ${fault}`, () => {
      assert.notDeepEqual(tests, {});
      for (const [file, title] of Object.entries(tests)) {
        assert.ok(existsSync(file), file);
        const code = readFileSync(file, 'utf8');
        assert.ok(/\.test\.ts$/.test(file) && code.includes(`'${title}'`), `${file}: ${title}`);
      }
    });
  }
});
