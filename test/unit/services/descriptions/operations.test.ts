import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  DOCUMENTED,
  LOCAL_SANDBOX_OPERATIONS,
  type ApiOperation,
} from '../../../../src/api/model/operations';
import { matchOperation } from '../../../../src/api/rules/matchOperation';
import { factsOf, Operations } from '../../../../src/services/descriptions/operations';

function described(path: string, about: Partial<ApiOperation> = {}): ApiOperation {
  const method = about.method ?? 'GET';
  return {
    ...{ id: `${method} ${path}`, method, path, service: 'api', summary: '', tags: [] },
    ...{ parameters: [], answers: [], source: 'file:///a.json' },
    ...about,
  };
}

describe('Operations of descriptions', () => {
  const known = [
    described('/v1/payments/{id}', { id: 'readPayment', summary: 'One payment' }),
    described('/files/{any}', { id: 'shadowed' }),
    described('/files/search'),
    described('/reports', { id: 'reports', summary: 'All refunds', environments: ['sandbox'] }),
    described('/payments/{other}/refunds', { id: 'listRefunds', tags: ['cash', 'back'] }),
    described('/payments/{other}', { source: 'file:///b.json' }),
    described('/a/payment', { id: 'other' }),
    described('/a', { id: 'payment' }),
  ];
  const operations = new Operations(() => known);

  it('are recognized, but for a documented operation with the same path', () => {
    const match = (path: string) => operations.match('GET', path)?.path;
    assert.equal(match('/v1/payments/7?x=1'), '/v1/payments/{id}');
    assert.equal(match('/payments/a;b=c/d'), undefined);
    assert.equal(match('/payments//7'), '/v1/payments/{id}');
    assert.equal(match('/files/file_1.pdf'), '/files/{fileId}');
    assert.equal(match('/files/search'), '/files/search');
  });

  it('are recognized as by a look at each of them, however a path is written', () => {
    const segments = ['a', 'A', 'k', '\u212a', 'ß', 'é', '{x}', '{y}.json', 'a{z}', 'a b', 'a%2Fb', 'v1'];
    const path = fc.array(fc.constantFrom(...segments), { minLength: 1, maxLength: 3 });
    const sent = [...segments, '7', 'x.json', 'ab', '%61', 'a;m=1', 'a%20b', '%C3%A9', '', '.', '%2561'];
    const target = fc.array(fc.constantFrom(...sent), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(path, { maxLength: 6 }), target, (paths, parts) => {
        const all = paths.map((each) => described(`/${each.join('/')}`));
        const asked = `/${parts.join('/')}`;
        assert.equal(
          new Operations(() => all).match('GET', asked),
          matchOperation([...DOCUMENTED, ...LOCAL_SANDBOX_OPERATIONS, ...all], 'GET', asked),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('are found after the documented ones, and by their name before all', () => {
    const fresh = new Operations(() => known.map((each) => ({ ...each })));
    const ids = (query: string) => fresh.find(query).map(({ id }) => id);
    const first = [...DOCUMENTED.map(({ id }) => id), 'readPayment'];
    assert.deepEqual(ids('').slice(0, first.length), first);
    assert.deepEqual(ids('payment one'), ['readPayment']);
    assert.deepEqual(
      ['payment', 'GET /a'].map((query) => ids(query)[0]),
      ['payment', 'payment'],
    );
    assert.deepEqual([ids('refunds'), ids('cash back')], [['listRefunds', 'reports'], ['listRefunds']]);
    assert.deepEqual(ids('hb'), []);
    assert.deepEqual(ids('shadowed'), ['shadowed']);
    for (const query of ['/v1/payments/{other}', ' /payments/{other} '])
      assert.equal(ids(query)[0], 'GET /payments/{other}');
    assert.deepEqual(ids('nothing like it'), []);
  });

  it('are those of an environment where they say so', () => {
    const own = new Operations(() => known.slice(2, 5));
    const last = (count: number, type?: 'sandbox' | 'production') =>
      own
        .all(type)
        .slice(-count)
        .map(({ id }) => id);
    const [local] = LOCAL_SANDBOX_OPERATIONS.slice(-1);
    assert.deepEqual(last(4), [local?.id, 'GET /files/search', 'reports', 'listRefunds']);
    assert.deepEqual(last(3, 'sandbox'), ['GET /files/search', 'reports', 'listRefunds']);
    assert.deepEqual(last(2, 'production'), ['GET /files/search', 'listRefunds']);
    assert.ok(!last(99, 'production').includes(local?.id ?? assert.fail()));
  });

  it('are read once, before one is looked for', () => {
    let read = 0;
    const operation = described('/things/{id}');
    const counted = Object.defineProperty(operation, 'summary', {
      get: () => {
        read += 1;
        return 'A thing';
      },
    });
    factsOf(counted);
    const lists = [[counted], [counted]];
    for (const list of lists) {
      assert.deepEqual(new Operations(() => list).find('a thing'), [counted]);
      assert.equal(new Operations(() => list).match('GET', '/things/7'), counted);
    }
    assert.equal(read, 1);
  });

  it('are searched and recognized at once among thousands', () => {
    const many = Array.from({ length: 5000 }, (_, i) =>
      described(`/things/${i}/{id}`, { summary: `Thing ${i}` }),
    );
    const large = new Operations(() => many);
    /** Of 20 times, what three quarters of them take at least, in milliseconds. */
    const timed = (work: () => unknown) => {
      const all = Array.from({ length: 20 }, () => {
        const start = process.cpuUsage();
        work();
        return process.cpuUsage(start).user / 1000;
      });
      return all.toSorted((a, b) => a - b)[5] ?? 0;
    };
    assert.equal(large.match('GET', '/things/4999/x')?.path, '/things/4999/{id}');
    assert.equal(large.find('thing 4999')[0]?.path, '/things/4999/{id}');
    // The aims are 5 and 1 ms; a busy machine may take longer.
    const search = timed(() => large.find('thing 4999'));
    const recognize = timed(() => large.match('GET', '/things/4999/x'));
    assert.ok(search < 25, `search: ${search} ms`);
    assert.ok(recognize < 10, `match: ${recognize} ms`);
  });
});
