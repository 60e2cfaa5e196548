import assert from 'node:assert/strict';
import { placeIn, pointerSteps, valueAt } from '../../../../src/descriptions/resolve/pointer';
import { absolutePlace, follow, partsOf, References } from '../../../../src/descriptions/resolve/references';

const A = 'file:///api/a.json';
const B = 'file:///api/sub/b.json';
const anchored = { $anchor: 'here', type: 'string' };
const dynamic = { $dynamicAnchor: 'node' };

const fresh = () =>
  new References(
    '3.1',
    new Map<string, unknown>([
      [
        A,
        {
          'a/b': { 'c~d': [10, { 'e f': 'found' }] },
          '%zz': 'as it is',
          nothing: null,
          list: [null, anchored, { $anchor: 5 }, [dynamic]],
          to: { $ref: '#/list/1' },
          away: { $ref: 'sub/b.json#/value' },
          gone: { $ref: '#/to/gone' },
          loop: { $ref: '#/loop' },
          odd: { $ref: 5 },
        },
      ],
      [B, { value: { $ref: '../a.json#here' } }],
    ]),
  );

describe('A reference', () => {
  const cases: readonly (readonly [ref: string, base: string, value: unknown])[] = [
    ['#/a~1b/c~0d/1/e%20f', A, 'found'],
    ['#/a~1b/c~0d/0', `${A}#/list`, 10],
    ['#/%zz', A, 'as it is'],
    ['#/nothing', A, null],
    ['#here', A, anchored],
    ['#node', A, dynamic],
    ['a.json#here', A, anchored],
    ['../a.json#/nothing', `${B}#/value`, null],
    [`${A}#/nothing`, 'documented', null],
    ['#/a~1b/c~0d/2', A, undefined],
    ['#/toString', A, undefined],
    ['#/nothing/more', A, undefined],
    ['#/a~1b/c~0d/0/more', A, undefined],
    ['#5', A, undefined],
    ['#here', B, undefined],
    ['gone.json', A, undefined],
    ['gone.json#here', A, undefined],
  ];
  for (const [ref, base, value] of cases)
    it(`${ref} ${value === undefined ? 'leads nowhere' : 'leads to what it names'} from ${base}`, () => {
      const references = fresh();
      const found = references.resolve(ref, base);
      assert.deepEqual(found, value === undefined ? undefined : { value, at: absolutePlace(ref, base) });
      assert.deepEqual(references.resolve(ref, base), found, 'and so it does again');
    });

  it('without a fragment leads to the whole file', () => {
    assert.deepEqual(fresh().resolve('sub/b.json', A), {
      value: { value: { $ref: '../a.json#here' } },
      at: B,
    });
  });

  it('is found among schemas that hold themselves', () => {
    const loop: { self?: unknown; last: unknown } = { last: { $anchor: 'last' } };
    loop.self = loop;
    const resolver = new References('3.1', new Map([[A, loop]]));
    assert.deepEqual(resolver.resolve('#last', A)?.value, loop.last);
    assert.equal(resolver.resolve('#gone', A), undefined);
  });

  it('is followed to what it refers to, in whichever file', () => {
    const references = fresh();
    const from = (ref: string) => follow(references, references.resolve(ref, A) ?? assert.fail());
    assert.deepEqual(from('#/to'), { value: anchored, at: `${A}#/list/1` });
    assert.deepEqual(from('#/away'), { value: anchored, at: `${A}#here` });
    assert.deepEqual(from('#/odd'), { value: { $ref: 5 }, at: `${A}#/odd` });
    assert.deepEqual(from('#/nothing'), { value: null, at: `${A}#/nothing` });
    for (const nowhere of ['#/gone', '#/loop']) assert.equal(from(nowhere), undefined);
  });

  it('is followed 100 times, and not once more', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 101 }, (_, i) => [`s${i}`, { $ref: `#/s${i + 1}` }]),
    );
    const resolver = new References('3.1', new Map([[A, { ...chain, s101: 'end' }]]));
    const from = (name: string) => follow(resolver, { value: { $ref: `#/${name}` }, at: A })?.value;
    assert.equal(from('s2'), 'end');
    assert.equal(from('s1'), undefined);
  });

  it('becomes a place of its own', () => {
    assert.equal(absolutePlace('#/x', 'documented#/y'), 'documented#/x');
    assert.equal(absolutePlace('b.json#/x', 'documented'), 'b.json#/x');
    assert.equal(absolutePlace('https://x.example/y', A), 'https://x.example/y');
    assert.deepEqual(partsOf('#/x#y'), { file: '', fragment: '/x#y' });
    assert.deepEqual(partsOf(A), { file: A, fragment: '' });
  });
});

describe('A place in a document', () => {
  it('is written and read with signs that have a meaning in it', () => {
    const steps = ['a/b', '~1', 'c d', '#', 0];
    const place = placeIn(placeIn(A, ...steps.slice(0, 2)), ...steps.slice(2));
    assert.equal(place, `${A}#/a~1b/~01/c%20d/%23/0`);
    assert.deepEqual(pointerSteps(partsOf(place).fragment), steps.map(String));
  });

  it('is written also for half a character', () => assert.equal(placeIn(A, '\ud800'), `${A}#/%EF%BF%BD`));

  it('is the whole where it has no steps, and none where it begins with something else', () => {
    assert.deepEqual(pointerSteps(''), []);
    assert.deepEqual(pointerSteps('/'), ['']);
    assert.equal(pointerSteps('a/b'), undefined);
    assert.deepEqual(valueAt({ a: 1 }, []), { a: 1 });
    assert.equal(valueAt('text', ['length']), undefined);
    assert.equal(valueAt(null, ['a']), undefined);
  });
});
