import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MOST_SHARED, readShared } from '../../../../src/httpFiles/format/shared';

const TEXT = `{
  "dev": {
    "path": "things", "count": 3, "on": true, "nothing": null,
    "apiKey": "x", "apiUrl": "https://elsewhere.example", "Security": { "Auth": {} }, "api_token": "abc"
  },
  "production": { "path": "others" }
}`;
const OWN = { noNullPrototype: true };

describe('variables that a team shares', () => {
  const valuesOf = (text: string) => Object.fromEntries(readShared(text).sets.get('dev') ?? []);

  it('are read by the name of a set, as text', () => {
    assert.deepEqual([...readShared(TEXT).sets.keys()], ['dev', 'production']);
    assert.deepEqual(valuesOf(TEXT), { path: 'things', count: '3', on: 'true', api_token: 'abc' });
  });

  it('keep a number that a double would round as it is written', () => {
    const numbers = valuesOf('{"dev": {"id": 12345678901234567890, "sum": 1.50, "many": 1e3}}');
    assert.deepEqual(numbers, { id: '12345678901234567890', sum: '1.5', many: '1000' });
  });

  it('hold no address and no key, and say where one is', () => {
    const said = readShared(TEXT).problems.map(({ code, start, end }) => [code, TEXT.slice(start, end)]);
    assert.deepEqual(said, [
      ['ignored', '"apiKey"'],
      ['ignored', '"apiUrl"'],
      ['secret', '"api_token"'],
    ]);
  });

  it('are none in a text that is no JSON object', () => {
    for (const text of ['', '[]', '{', '{"a": {"b": 1},}', '// a\n{}', '['.repeat(100_000)]) {
      const { sets, problems } = readShared(text);
      assert.deepEqual([sets.size, problems.map(({ code }) => code)], [0, ['no-json']], text.slice(0, 20));
    }
    assert.deepEqual(readShared('{"a": 5, "b": [1], "c": {"d": [1]}}').problems, []);
  });

  it('are none in a larger text than anybody writes, and the fault is at its place', () => {
    const padded = (length: number) => '{"a":{"b":"c"}}'.padEnd(length);
    assert.equal(readShared(padded(MOST_SHARED)).sets.size, 1);
    assert.deepEqual(readShared(padded(MOST_SHARED + 1)).problems, [
      { code: 'no-json', name: '', start: 0, end: 1 },
    ]);
    const [problem] = readShared('{"a": nope}').problems;
    assert.deepEqual([problem?.start, problem?.end], [6, 10]);
    const lists = readShared('{"a": {"b": [{"c": 1}], "d": {"e": "f"}, "g": null}}');
    assert.deepEqual([...(lists.sets.get('a') ?? [])], []);
  });

  it('are what JSON holds, whatever the names', () => {
    const names = fc
      .stringMatching(/^[a-z_ "\\é]{1,8}$/)
      .filter((name) => !/key|secret|token|passw/.test(name));
    fc.assert(
      fc.property(fc.dictionary(names, fc.dictionary(names, fc.string(), OWN), OWN), (sets) => {
        const read = readShared(JSON.stringify(sets)).sets;
        const shown = [...read].map(([name, variables]) => [name, Object.fromEntries(variables)] as const);
        assert.deepEqual(Object.fromEntries(shown), { ...sets });
      }),
    );
  });
});
