import assert from 'node:assert/strict';
import { isPathPart } from '../../../../src/httpFiles/run/pathPart';

describe('a value that a request needs', () => {
  for (const url of ['{{apiUrl}}/things/{{id}}', '/things/{{ id }}/parts?x=1', '/things/{{id}}?x={{y}}'])
    it(`is a whole part of the path: ${url}`, () => assert.equal(isPathPart('id', url), true));
  for (const url of [
    '/things?id={{id}}',
    '/things/x-{{id}}',
    '/things#/{{id}}',
    '/things/{{other}}',
    '/things/id',
  ])
    it(`is not the one in ${url}`, () => assert.equal(isPathPart('id', url), false));
});
