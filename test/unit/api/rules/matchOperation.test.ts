import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DOCUMENTED, OPERATIONS } from '../../../../src/api/model/operations';
import { matchOperation, plainPath, withoutVersion } from '../../../../src/api/rules/matchOperation';
import { Operations } from '../../../../src/services/descriptions/operations';

const at = (path: string, method = 'GET') => ({ method, path });
const words = (text: string) => text.split(' ');

describe('Matching a request with an operation', () => {
  for (const [target, id] of [
    ['/files/UPLOAD;a=b?x=/y', 'uploadFile'],
    ['//balances/./sandbox/top-up.', 'topUp'],
    ['/files/upload/more', undefined],
  ] as const) {
    it(`knows ${target} as ${id ?? 'none'}, however it is written`, () =>
      assert.equal(matchOperation(DOCUMENTED, 'POST', target)?.id, id));
  }

  it('takes the method into account', () => {
    assert.equal(matchOperation(DOCUMENTED, 'GET', '/files/upload')?.id, 'getFile');
    assert.equal(matchOperation(DOCUMENTED, 'DELETE', '/files/upload'), undefined);
  });

  it('reads the version only at the beginning of a path', () => {
    const paths = ['/v1/a', '/v1', '/v1x/a', '/x/v1/a'].map(withoutVersion);
    assert.deepEqual(paths, ['/a', '/v1', '/v1x/a', '/x/v1/a']);
  });

  const preferred: Record<
    string,
    readonly [rows: string, targets: Readonly<Record<string, string | undefined>>]
  > = {
    'prefers the path with more literal segments, then the first': [
      '/{a}/{b} /{a}/x /things/{id} /things/{id}.json /things/{other}',
      {
        ...{ '/things/7': '/things/{id}', '/things/7.json': '/things/{id}.json' },
        ...{ '/things/.json': '/things/{id}', '/others/x': '/{a}/x', '/others/y': '/{a}/{b}' },
        '/others': undefined,
      },
    ],
    'prefers the path in the same case': [
      '/things/{id} /things/list /things/LIST',
      { '/things/LIST': '/things/LIST', '/things/List': '/things/list' },
    ],
    'prefers the path that is literal earlier': ['/{a}/x /x/{b}', { '/x/x': '/x/{b}' }],
    'reads the path of an operation with encoded characters as the request has it': [
      '/my%20things/{id} /100%/{id}',
      { '/my%20things/7': '/my%20things/{id}', '/100%25/7': '/100%/{id}' },
    ],
    'reads the path of an operation with the version and a slash at the end as without them': [
      '/v1/things/ /v1 /v1s/a /x/v1/y / /a//b /a/b/ /q/y /q/v1/y',
      {
        ...{ '/things': '/v1/things/', '/v1/things/': '/v1/things/', '/v1': '/v1', '/v1s/a': '/v1s/a' },
        ...{ '/x/v1/y': '/x/v1/y', '/x/y': undefined, '/s/a': undefined, '/a/b': '/a/b/' },
        '/q/v1/y': '/q/v1/y',
      },
    ],
    'takes the version alone for no name': ['/{x}', { '/v1': undefined, '/v1x': '/{x}' }],
  };
  for (const [title, [rows, targets]] of Object.entries(preferred))
    it(title, () => {
      const known = words(rows).map((path) => at(path));
      for (const [target, path] of Object.entries(targets))
        assert.equal(matchOperation(known, 'GET', target)?.path, path, target);
    });

  it('finds the literals around names in one segment', () => {
    for (const [pattern, fitting, others] of [
      ['{x}:{y}-end', '1:2-end 1:2:3-end 1::-end', ':2-end 1:-end 1:2 12-end'],
      ['v{x}', 'v1 vv', 'w1 v 1v'],
      ['{x}v', '1v vv', 'v1 v'],
      ['a{x}b{y}c', 'a1b2c', 'ab2c a1bc a12c'],
    ] as const) {
      const fits = (segment: string) =>
        matchOperation([at(`/a/${pattern}`)], 'GET', `/a/${segment}`) !== undefined;
      assert.deepEqual(words(`${fitting} ${others}`).filter(fits), words(fitting));
    }
  });

  it('reads a path as it is written before it reads it generously', () => {
    const rows = words('/things/{id} /things/{id}/parts /things /a/{b}/c').map((path) => at(path));
    for (const [target, path] of [
      ['/things/;id=7', '/things/{id}'],
      ['/v1/things/;id=1;id=2/parts?x=/y', '/things/{id}/parts'],
      ['/things/a%2Fb', '/things/{id}'],
      ['/things;id=7', '/things'],
      ['/things/', '/things'],
      ['/things//', '/things'],
      ['/a//c', undefined],
      ['things/%3Bid', '/things/{id}'],
    ] as const)
      assert.equal(matchOperation(rows, 'GET', target)?.path, path, target);
  });

  it('knows an operation whatever of its path is encoded, doubled or put behind a semicolon', () => {
    const letter = fc.constantFrom('', '%', ';x=1', '/', '.', ' ');
    const path = OPERATIONS.uploadFile.path.slice(1).split('/');
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }), letter, (encoded, extra) => {
        const encode = (text: string) =>
          Array.from(text, (character, index) => {
            let shown = character;
            for (let left = encoded[index % 12] ?? 0; left > 0; left--)
              shown =
                shown === character ? `%${character.charCodeAt(0).toString(16)}` : encodeURIComponent(shown);
            return shown;
          }).join('');
        const target = `/${path.map(encode).join(extra === '/' ? '//' : '/')}${extra === '%' ? '' : extra}`;
        assert.equal(matchOperation(DOCUMENTED, 'POST', target)?.id, 'uploadFile', target);
      }),
    );
  });

  for (const [target, plain] of [
    ['/v1/x', '/x'],
    ['/v1', ''],
    ['/v1x/v1', '/v1x/v1'],
    ['x?/y', '/x'],
    ['/%', '/%'],
    ['/a b;c=/d;', '/ab/d'],
    ['/a../..', '/a'],
    ['/.a/./b', '/.a/b'],
    ['/ｘ', '/x'],
    ['/%7 8/％79%3Fa', '/x/y'],
  ] as const) {
    it(`reads ${target} as ${plain}`, () => assert.equal(plainPath(target), plain));
  }

  it('reads a path alike when it is read again', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const plain = plainPath(`/x/${text}`);
        assert.equal(plainPath(plain), plain);
      }),
    );
  });
});

describe('The known operations', () => {
  it('are those that the type of the environment has', () => {
    const ids = (type?: 'local' | 'sandbox' | 'production') => new Operations().all(type).map(({ id }) => id);
    const has = (type: 'local' | 'sandbox' | 'production') =>
      ['uploadFile', 'topUp', 'listSamples'].map((id) => ids(type).includes(id));
    assert.deepEqual(has('production'), [true, false, false]);
    assert.deepEqual(has('sandbox'), [true, true, false]);
    assert.deepEqual(has('local'), [true, true, true]);
    assert.deepEqual(ids(), ids('local'));
  });

  it('have ids of their own, and names for all that is in braces', () => {
    const all = new Operations().all();
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
    for (const { path, parameters } of all) {
      const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
      const ofPath = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
      assert.deepEqual(ofPath, names);
    }
    assert.equal(OPERATIONS.topUp.id, 'topUp');
  });
});
