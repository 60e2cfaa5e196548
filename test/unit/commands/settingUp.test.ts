import assert from 'node:assert/strict';
import { ConfigurationError } from '../../../src/api/model/errors';
import { settingUp } from '../../../src/commands/settingUp';

describe('a command that a person starts where the key is missing', () => {
  it('goes on once it was entered, with what it was called with', async () => {
    const calls: unknown[][] = [];
    const asked: string[] = [];
    let hasKey = false;
    const command = settingUp((id) => {
      asked.push(id);
      hasKey = true;
      return Promise.resolve();
    })((...args: unknown[]) => {
      calls.push(args);
      if (hasKey) return Promise.resolve('done');
      return Promise.reject(new ConfigurationError('No key.', { environment: 'keyless', missing: 'key' }));
    });
    const row = { file: { fileId: 'a' } };
    assert.equal(await command(row, [row]), 'done');
    assert.deepEqual(
      [asked, calls],
      [
        ['keyless'],
        [
          [row, [row]],
          [row, [row]],
        ],
      ],
    );
  });
});
