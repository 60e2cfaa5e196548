import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** Every placeholder of the manifest, such as %command.uploadFiles%. */
function placeholders(manifest: string): Set<string> {
  return new Set([...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? ''));
}

describe('the strings that a user reads', () => {
  it('of the manifest are in package.nls.json, each of them and no other', () => {
    const used = placeholders(readFileSync('package.json', 'utf8'));
    const given = Object.keys(JSON.parse(readFileSync('package.nls.json', 'utf8')) as object);
    assert.deepEqual([...used].sort(), given.sort());
  });
});
