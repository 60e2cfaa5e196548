import assert from 'node:assert/strict';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';
import {
  definitionFor,
  isName,
  KEY_MARK,
  Resolver,
  type Budget,
  type Scope,
} from '../../../../src/httpFiles/format/resolve';
import { HOSTS, requestOf } from './support';

const MOST = 5_000_000;

/** The first request of a text, and where its values come from. */
function scopeOf(text: string, more: Partial<Scope> = {}): Scope {
  let ids = 0;
  return {
    ...requestOf(`${text}\nGET /x\n`),
    environment: HOSTS,
    moment: { now: () => 0, random: () => 0, uuid: () => `id${ids++}` },
    momentary: new Map(),
    ...more,
  };
}

const resolve = (text: string, scope: Scope, budget?: Budget) => new Resolver(scope, budget).text(text);

describe('values in an .http request', () => {
  it('win over each other in order: given, answered, of the file, shared, of the environment', () => {
    const shared = { a: 'shared', b: 'shared', c: 'shared', d: 'shared d', apiUrl: 'shared' };
    const scope = scopeOf('@a = file\n@b = file\n@c = file', {
      given: new Map([['a', 'given {{b}}']]),
      prompted: new Map(Object.entries({ a: 'answered', b: 'answered {{c}}' })),
      shared: new Map(Object.entries(shared)),
    });
    const resolved = resolve('{{a}}|{{ b }}|{{c}}|{{d}}', scope);
    assert.equal(resolved, 'given answered {{c}}|answered {{c}}|file|shared d');
    assert.equal(resolve('{{apiUrl}} {{filesUrl}}', scope), `shared ${HOSTS.filesUrl}`);
    assert.equal(resolve('{{apiUrl}}', scopeOf('')), HOSTS.apiUrl);
  });

  for (const [text, code, ...args] of [
    ['{{ no }}', 'unknown-variable', 'no'],
    ['{{a b}}', 'unsupported-expression', 'a b'],
    ['{{login.response.body.$.id}}', 'not-sent-yet', 'login.response.body.$.id', 'login'],
  ] as const)
    it(`that cannot be found say which, and why: ${text}`, () =>
      assert.throws(() => resolve(text, scopeOf('')), { code, args }));

  it('are looked up once, and made again where they are of the moment', () => {
    let asked = 0;
    const answerOf = () => {
      asked += 1;
      return { body: { id: 'x' }, headers: [] };
    };
    const text = '{{login.response.body.$.id}}';
    assert.equal(resolve(`${text}${text}`, scopeOf('', { answerOf })), 'xx');
    assert.equal(asked, 1);
    assert.equal(resolve('{{$guid}} {{$guid}}', scopeOf('')), 'id0 id1');
  });

  it('of the moment keep their value in a variable for the whole run, and no other values do', () => {
    for (const written of ['{{$guid}}', '{{  $guid }}']) {
      const scope = scopeOf(`@id = ${written}\n@plain = x`);
      assert.equal(resolve('{{id}} {{plain}}', scope), 'id0 x');
      assert.equal(resolve('{{id}}', scope), 'id0', 'in the next request');
      assert.equal(scope.momentary?.size, 1);
    }
    const scope = scopeOf('@price = {{cost}} $5\n@cost = 3');
    assert.equal(resolve('{{price}}', scope), '3 $5');
    assert.equal(scope.momentary?.size, 0);
  });

  it('of the moment stay for the run wherever they are defined, and what was asked is that of each request', () => {
    const shared = new Map([['ours', '{{asked}}-{{$guid}}']]);
    const given = new Map([['mine', '{{asked}}-{{$guid}}']]);
    const scope = scopeOf('@ref = {{asked}}-{{$guid}}', { shared, given });
    const sent = (asked: string) =>
      resolve('{{ref}} {{ours}} {{mine}}', { ...scope, prompted: new Map([['asked', asked]]) });
    assert.equal(sent('a'), 'a-id0 a-id1 a-id2');
    assert.equal(sent('b'), 'b-id0 b-id1 b-id2');
  });

  it('of the moment are those of one definition: another one of the same name has its own', () => {
    for (const [other, expected] of [
      ['fixed', 'fixed'],
      ['{{$guid}}', 'id1'],
    ]) {
      const scope = scopeOf(`@id = {{$guid}}\nGET /first\n\n###\n@id = ${other}`);
      assert.equal(resolve('{{id}}', scope), 'id0');
      const [, request = scope.request] = scope.file.requests;
      assert.equal(resolve('{{id}}', { ...scope, request }), expected);
    }
  });

  it('never become the key, whatever they hold', () => {
    const answerOf = () => ({ body: { key: KEY_MARK }, headers: [] });
    const refused: readonly (readonly [text: string, scope: Scope])[] = [
      [`a${KEY_MARK}`, scopeOf('')],
      ['{{a}}', scopeOf('', { prompted: new Map([['a', KEY_MARK]]) })],
      ['{{a}}', scopeOf('', { given: new Map([['a', `x${KEY_MARK}`]]) })],
      ['{{a}}', scopeOf('', { shared: new Map([['a', KEY_MARK]]) })],
      ['{{login.response.body.$.key}}', scopeOf('', { answerOf })],
    ];
    for (const [text, scope] of refused) assert.throws(() => resolve(text, scope), { code: 'key-elsewhere' });
    assert.equal(resolve('{{apiKey}}', scopeOf('')), KEY_MARK);
  });

  it('that lead back to themselves are refused, wherever they are written', () => {
    const circle = new Map(Object.entries({ a: '{{b}}', b: '{{a}}' }));
    const scopes = [
      scopeOf('@a = {{b}}\n@b = {{a}}'),
      scopeOf('', { given: circle }),
      scopeOf('', { shared: circle }),
    ];
    for (const scope of scopes)
      assert.throws(() => resolve('{{a}}', scope), { code: 'circular-variable', args: ['a'] });
  });

  it('may refer to each other a hundred times, and one time more is no circle', () => {
    const chain = (length: number) =>
      scopeOf(Array.from({ length }, (_, n) => `@v${n} = {{v${n + 1}}}`).join('\n') + `\n@v${length} = end`);
    assert.equal(resolve('{{v0}}', chain(100)), 'end');
    assert.throws(() => resolve('{{v0}}', chain(101)), { code: 'too-long', args: ['v0'] });
    const circle = scopeOf(Array.from({ length: 50 }, (_, n) => `@v${n} = {{v${(n + 1) % 50}}}`).join('\n'));
    assert.throws(() => resolve('{{v0}}', circle), { code: 'circular-variable', args: ['v0'] });
  });

  it('may be as long as a request can be, and not longer', () => {
    const given = (length: number) => scopeOf('@b = {{a}}', { given: new Map([['a', 'x'.repeat(length)]]) });
    assert.equal(resolve('{{a}}', given(MOST - '{{a}}'.length)).length, MOST - 5);
    assert.throws(() => resolve('{{ a }}', given(MOST)), { code: 'too-long', args: ['a'] });
    assert.throws(() => resolve('{{b}}', given(MOST)), { code: 'too-long', args: ['b'] });
  });

  it('have a budget that resolvers share', () => {
    const budget = { left: 8 };
    const scope = scopeOf('', { given: new Map([['a', 'four']]) });
    assert.equal(resolve('{{a}}', scope, budget), 'four');
    assert.equal(resolve('{{a}}', scope, budget), 'four');
    assert.throws(() => resolve('{{a}}', scope, budget), { code: 'too-long', args: ['a'] });
    const long = scopeOf('', { given: new Map([['a', 'x'.repeat(4_900_000)]]) });
    const resolver = new Resolver(long);
    for (let round = 0; round < 4; round += 1) assert.equal(resolver.text('{{a}}').length, 4_900_000);
    assert.throws(() => resolver.text('{{a}}'), { code: 'too-long' });
  });
});

describe('the definition that counts', () => {
  it('is the last one above a line, else the first below', () => {
    const file = parseHttpFile('\n@a = 1\n@b = 1\n@a = 2\n\nGET /x\n\n###\n@a = 3\n@a = 4\n@a = 5\n@a = 6\n');
    const valueAt = (line: number) => definitionFor(file, line, 'a')?.value;
    const lines = [0, 1, 2, 3, 4, 8, 9, 10, 11, 12];
    assert.deepEqual(lines.map(valueAt), ['1', '1', '1', '1', '2', '2', '3', '4', '5', '6']);
  });

  it('has a name of letters, digits, lines and hyphens', () => {
    for (const name of ['a', '_', 'é1', 'a-b_c']) assert.ok(isName(name), name);
    for (const name of ['', '1a', '-a', 'a b', 'a.b', '$a', 'a\n']) assert.ok(!isName(name), name);
  });
});
