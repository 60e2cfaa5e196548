import assert from 'node:assert/strict';
import fc from 'fast-check';
import { writeHash } from '../../../../src/api/call/writeHash';
import { planRequest } from '../../../../src/api/rules/plan';

const HOSTS = { apiUrl: 'https://api.example/v1', filesUrl: 'https://files.example' };

function hashOf(body: string | undefined, { method = 'POST', path = '/things', hosts = HOSTS } = {}): string {
  const content = body === undefined ? {} : { content: { bytes: Buffer.from(body) } };
  return writeHash(planRequest({ method, path, ...content }), hosts);
}

describe('What a write is recognized by', () => {
  it('is its JSON, however that is laid out', () => {
    const same = [
      '{"a":[1,{"b":2,"c":null}],"d":"e"}',
      '{ "d": "e",\n "a": [1, {"c": null, "b": 2}] }',
      '{"\\u0061":[1,{"b":2,"c":null}],"d":"\\u0065"}',
    ];
    assert.equal(new Set(same.map((body) => hashOf(body))).size, 1);
    const json = fc.jsonValue();
    fc.assert(
      fc.property(json, (value) =>
        assert.equal(hashOf(JSON.stringify(value)), hashOf(JSON.stringify(value, undefined, 3))),
      ),
    );
  });

  it('differs with the method, the address and everything in the body', () => {
    const bodies = [
      ...['{"a":1}', '{"a":1.0}', '{"a":12345678901234567890}', '{"a":12345678901234567891}', '{"a":"1"}'],
      ...['{"b":1}', '{"a":[1,2]}', '{"a":[2,1]}', '{"a":null}', '{}', '[]', 'null', '""', undefined],
    ];
    const others = [
      ...bodies.map((body) => hashOf(body)),
      hashOf('{"a":1}', { method: 'PUT' }),
      hashOf('{"a":1}', { path: '/things?x=1' }),
      hashOf('{"a":1}', { path: '/files/x' }),
      hashOf('{"a":1}', { hosts: { ...HOSTS, apiUrl: 'https://other.example/v1' } }),
    ];
    assert.equal(new Set(others).size, others.length);
    for (const hash of others) assert.match(hash, /^[0-9a-f]{64}$/);
  });

  it('is found of JSON that is nested without end', () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    assert.equal(hashOf(deep), hashOf(deep));
    assert.notEqual(hashOf(deep), hashOf(`${deep} `), 'as it is written');
  });
});
