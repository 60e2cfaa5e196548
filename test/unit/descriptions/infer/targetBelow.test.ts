import assert from 'node:assert/strict';
import { targetBelow } from '../../../../src/descriptions/infer/targetBelow';
import { exchange } from './exchanges';

const ADDRESSES = {
  apiUrl: 'https://api.example.com/pay/v1',
  filesUrl: 'https://files.example.com',
  apiOrigin: 'https://api.example.com',
  filesOrigin: 'https://files.example.com',
};
const LOCAL = { environmentType: 'local', url: 'http://127.0.0.1:4000/v1/a' } as const;

describe('The target of a request below its address', () => {
  for (const [title, about, target, addresses] of [
    ['is what follows the address', { url: 'https://api.example.com/pay/v1/a/b?c=d' }, '/a/b?c=d', ADDRESSES],
    [
      'is what follows the address of files',
      { url: 'https://files.example.com/v1/files/x' },
      '/files/x',
      ADDRESSES,
    ],
    ['is none at another path', { url: 'https://api.example.com/v1/a', path: '/v1/a' }, undefined, ADDRESSES],
    [
      'is none at an address that only begins alike',
      { url: 'https://api.example.com/pay/v12/a' },
      undefined,
      ADDRESSES,
    ],
    [
      'is none without an address',
      { url: 'https://api.example.com/pay/v1/a', path: '/v1/a' },
      undefined,
      undefined,
    ],
    ['is the path in the Local Sandbox', { ...LOCAL, path: '/v1/a?b=c' }, '/a?b=c', undefined],
    [
      'is the path in the Local Sandbox, whatever its address',
      { ...LOCAL, path: '/v1/a' },
      '/a',
      { ...ADDRESSES, apiUrl: 'http://127.0.0.1:4000' },
    ],
    ['is none beside the interface of the Local Sandbox', { ...LOCAL, path: '/v2/a' }, undefined, undefined],
    [
      'is none for a content link of the Local Sandbox',
      { ...LOCAL, path: '/v1/a', operation: 'content' },
      undefined,
      undefined,
    ],
  ] as const) {
    it(title, () => assert.equal(targetBelow({ ...exchange('GET', {}), ...about }, addresses), target));
  }
});
