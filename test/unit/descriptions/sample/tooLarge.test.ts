import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { References } from '../../../../src/descriptions/resolve/references';
import { sampleOf } from '../../../../src/descriptions/sample/make';
import { object, ref, sample } from './sampling';

const whole = { type: 'integer' };
/** None of its alternatives fits, and there are more than are tried. */
const NEVER = {
  allOf: ['a', 'b', 'c', 'd'].map((title) => ({ oneOf: Array.from({ length: 9 }, () => ({ title })) })),
  not: {},
};

/** Objects in objects, and what is in the innermost. */
const nested = (depth: number, leaf: unknown, ...required: string[]): unknown =>
  Array.from({ length: depth }).reduce((inner: unknown) => object({ a: inner }, ...required), leaf);

/** How deep the fields of a value go. */
function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null && 'a' in value ? 1 + depthOf(value.a) : 0;
}

describe('An example that would be too large', () => {
  it('has what it may have down to a depth, and what it must have below', () => {
    assert.equal(depthOf(sample(nested(9, whole))), 5);
    assert.equal(depthOf(sample(nested(9, whole), { direction: 'request' })), 3);
    assert.equal(depthOf(sample(nested(9, whole, 'a'))), 9);
    const map = { type: 'object', additionalProperties: whole };
    assert.deepEqual(sample(nested(4, map, 'a')), nestedValue(4, { name: 1 }));
    assert.deepEqual(sample(nested(5, map, 'a')), nestedValue(5, {}));
  });

  it('is not made beyond 24 levels', () => {
    assert.equal(depthOf(sample(nested(24, whole, 'a'))), 24);
    assert.equal(sample(nested(25, whole, 'a')), undefined);
  });

  it('is a smaller one, for which some of the time is left', () => {
    let time = 0;
    const { mock: clock } = mock.method(performance, 'now', () => (time += 1));
    try {
      const resolver = new References('3.1', new Map());
      const value = object({ list: { type: 'array', items: NEVER } }, 'list');
      const made = sampleOf({ value, at: '' }, { resolver, direction: 'answer', deadline: 400 });
      assert.deepEqual(made, { value: { list: [] } });
    } finally {
      clock.restore();
    }
  });

  it('is not made when the time is over, nor without end where there is time', () => {
    const context = { resolver: new References('3.1', new Map()), direction: 'request' } as const;
    const located = { value: whole, at: '' };
    assert.equal(sampleOf(located, { ...context, deadline: performance.now() - 1 }), undefined);
    assert.equal(sampleOf({ value: NEVER, at: '' }, { ...context, deadline: Infinity }), undefined);
  });

  it('is not one that is written and too long to be checked', () => {
    const example = Array.from({ length: 100_000 }, () => 1);
    assert.equal(sample({ type: 'array', items: whole, example }, { direction: 'request' }), undefined);
  });

  it('is no excuse for a failure of another kind', () => {
    const resolver = new References('3.1', new Map());
    resolver.resolve = () => {
      throw new Error('broken');
    };
    const failing = { value: { $ref: '#/x' }, at: '' };
    assert.throws(() => sampleOf(failing, { resolver, direction: 'answer' }), /broken/);
  });

  it('holds what is derived from one schema twice at most', () => {
    const names = ['A', 'B', 'C', 'D'];
    const base = object(Object.fromEntries(names.map((name) => [name.toLowerCase(), ref(name)])));
    const derived = Object.fromEntries(names.map((name) => [name, { allOf: [ref('Base')], title: name }]));
    const leaves = (name: string, others: readonly string[]) =>
      Object.fromEntries(others.filter((each) => each !== name).map((each) => [each.toLowerCase(), {}]));
    assert.deepEqual(sample(ref('A'), { schemas: { Base: base, ...derived } }), leaves('A', names));
  });
});

function nestedValue(depth: number, leaf: unknown): unknown {
  return Array.from({ length: depth }).reduce((inner) => ({ a: inner }), leaf);
}
