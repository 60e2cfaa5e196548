import assert from 'node:assert/strict';
import { parseText } from '../../../../src/descriptions/read/parseText';
import { Positions } from '../../../../src/descriptions/read/positions';
import { largestPart } from '../../../../src/descriptions/read/unfolding';

const LONG = '9007199254740993';
const bytesOf = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseText(bytesOf(text), 'a.yaml');

describe('The text of a description', () => {
  it('is read in UTF-8 and UTF-16, with and without a mark at its beginning', () => {
    const text = '{"a": "é"}';
    const wide = Buffer.from(text, 'utf16le');
    for (const bytes of [
      bytesOf(text),
      bytesOf(`\uFEFF${text}`),
      Buffer.concat([Buffer.from([0xff, 0xfe]), wide]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(wide).swap16()]),
    ])
      assert.deepEqual(parseText(bytes, 'a.json').value, { a: 'é' });
  });

  const refused: readonly (readonly [text: string, message: string, line: number | undefined])[] = [
    ['', 'a.yaml is empty. Choose a file that has content.', undefined],
    ['# nothing', 'a.yaml is empty. Choose a file that has content.', undefined],
    ['a: 1\n---\nb: 2', 'a.yaml holds several YAML documents. A description is one.', undefined],
    ['a: &a\n  b: *a', 'a.yaml, line 2: its aliases unfold without end.', 1],
    [
      'a: 1\nb:   "x" y',
      'a.yaml, line 2, column 10: cannot be read as YAML or JSON (bad indentation of a mapping entry).',
      1,
    ],
  ];
  for (const [text, message, line] of refused)
    it(`is refused: ${message}`, () => {
      assert.throws(
        () => parse(text),
        (error: Error & { line?: number }) => {
          assert.equal(error.name, 'DescriptionError');
          assert.equal(error.message, message);
          assert.equal(error.line, line);
          return true;
        },
      );
    });

  it('in YAML may be nested 500 times, and not once more', () => {
    // The object and the text are levels as well.
    const nested = (depth: number) => parse(`a: ${'['.repeat(depth - 2)}b${']'.repeat(depth - 2)}`);
    assert.equal(nested(500).positions.lineOf(['a']), 0);
    assert.throws(() => nested(501), { name: 'DescriptionError' });
  });

  it('in YAML may close a bracket right below the name of what it holds', () => {
    const { value, positions } = parse('a:\n  b: {\n    x: [\n      1\n    ]\n  }\n  c: |\n    }\nd: [\n]');
    assert.deepEqual(value, { a: { b: { x: [1] }, c: '}\n' }, d: [] });
    assert.deepEqual([positions.lineOf(['a', 'c']), positions.lineOf(['d'])], [6, 8]);
    assert.throws(() => parse('c: {\n}\na:\n    b: [\n      1\n  ]'), {
      line: 5,
      message: /line 6, column 3: /,
    });
    assert.throws(() => parse('a: {\n} x'), { line: 1, message: /bad indentation/ });
    for (const text of ['a: x\n}', 'a: {\nb: 1}']) assert.throws(() => parse(text), { line: 1 });
    // Each bracket costs another reading of the whole.
    const many = (count: number, size: number) =>
      `${Array.from({ length: count }, (_, at) => `k${at}: {\n}`).join('\n')}\n#${' '.repeat(size)}`;
    assert.equal(Object.keys(parse(many(101, 0)).value as object).length, 101);
    // Five of them are moved, and not the sixth.
    assert.throws(() => parse(many(6, 4_999_947)), { line: 11 });
  });

  it('has those numbers as text that a double would round, in JSON and YAML', () => {
    const json = `{"maximum":${LONG},"enum":[-${LONG}.5,1.50,1e2],"text":"${LONG}"}`;
    const expected = `{"maximum":${LONG},"enum":[-${LONG}.5,1.5,100],"text":"${LONG}"}`;
    const yaml = `maximum: ${LONG}\nenum: [-${LONG}.5, 1.50, 1e2]\ntext: '${LONG}'`;
    for (const text of [json, yaml]) assert.equal(JSON.stringify(parse(text).value), expected);
    assert.deepEqual(parse(`a: &a { ${LONG}: x }\nb: { <<: *a, y: .inf }`).value, {
      a: { [LONG]: 'x' },
      b: { [LONG]: 'x', y: Infinity },
    });
    assert.equal(parse(`${LONG}: 1\n${LONG}: 2`).positions.doubled[0]?.name, LONG);
    // A number of another notation is as it was.
    assert.deepEqual(parse(`[0x10, +${LONG}, !!str ${LONG}]`).value, [16, Number(LONG), LONG]);
  });

  it('in YAML 1.2 has `no` as a text, and numbers as names', () => {
    const { value, positions } = parse('a: [no, yes]\r\n200: 1.10\r\n4XX: ~');
    assert.deepEqual(value, { a: ['no', 'yes'], 200: 1.1, '4XX': null });
    assert.equal(positions.lineOf([200]), 1);
  });

  it('in YAML is without the tags of other tools', () =>
    assert.deepEqual(parse('{a: !Sub 007, b: !Join [1], c: !X {d: 1}, e: !X, f: !!str 1}').value, {
      ...{ a: '007', b: [1], c: { d: 1 }, e: '', f: '1' },
    }));

  it('in YAML has merged keys, and values that are shared', () => {
    assert.deepEqual(parse('a: &a { x: 1 }\nb: { <<: *a, y: 2 }\nc: { x: 3, <<: *a }\nd: [*a, *a]').value, {
      ...{ a: { x: 1 }, b: { x: 1, y: 2 }, c: { x: 3 } },
      d: [{ x: 1 }, { x: 1 }],
    });
  });
});

describe('The lines of a description', () => {
  const lineOf = (text: string, ...steps: readonly (string | number)[]) =>
    parse(text).positions.lineOf(steps) + 1;

  for (const [kind, text] of [
    ['JSON', '{\n"a": {\n"b": [\n1,\n{ "c":\n2 }]\n},\n"d": []\n}'],
    ['YAML', '#\na:\n  b:\n    - 1\n    - c:\n        2\n#\nd: []\n'],
  ] as const)
    it(`are those of names, and of the items of lists: ${kind}`, () => {
      assert.deepEqual(
        [['a'], ['a', 'b'], ['a', 'b', 0], ['a', 'b', '1'], ['a', 'b', 1, 'c'], ['d']].map((way) =>
          lineOf(text, ...way),
        ),
        [2, 3, 4, 5, 5, 8],
      );
    });

  it('are those of the nearest parent where a part is not there', () => {
    const text = 'a:\n  b:\n    c: 1';
    assert.equal(lineOf(text, 'a', 'b', 'gone', 'c'), 2);
    assert.equal(lineOf(text, 'a', 'b', 'c', 'more'), 3);
    assert.equal(lineOf(text, 'gone', 'b', 'c'), 1);
    assert.equal(lineOf(text), 1);
    assert.equal(lineOf('#\n#\na: 1', 'gone'), 3);
    assert.equal(lineOf('\na: 1', 'a'), 2);
  });

  it('are those of aliases, as parts and as names', () => {
    const text = 'a: &a\n  x: 1\n&b b: 1\nd:\n  *b : 1\nlist:\n  - *a\n  - *a\nlast: *a';
    assert.deepEqual([lineOf(text, 'list', 1), lineOf(text, 'last')], [8, 9]);
    assert.deepEqual(parse('a: &a x\nb: &b y\nc:\n  *a : 1\n  *b : 2').positions.doubled, []);
  });

  it('of names that are there twice are reported, but for merges', () => {
    const { doubled } = parse('a: &a { x: 1 }\nb:\n  <<: *a\n  <<: *a\n  c: 1\n  c: 2\na: 3').positions;
    assert.deepEqual(doubled, [
      { name: 'c', line: 5 },
      { name: 'a', line: 6 },
    ]);
  });

  it('are all the first one where a text is JSON that YAML does not read', () => {
    const { value, positions } = parse(`{"x":\n${'['.repeat(600)}${']'.repeat(600)}, "a":\n2}`);
    assert.equal((value as Record<string, unknown>)['a'], 2);
    assert.equal(positions.lineOf(['a']), 0);
    assert.equal(lineOf(`{"x":\n${'['.repeat(498)}${']'.repeat(498)}, "a":\n2}`, 'a'), 2);
  });

  it('of a text without anything are the first one', () =>
    assert.equal(new Positions('').lineOf(['a', 'b']), 0));
});

describe('A document whose aliases unfold', () => {
  /** A list with so many values in it, itself among them. */
  const list = (size: number): unknown[] => Array.from({ length: size - 1 }, () => 0);

  it('may have 5 million values, and not one more', () => {
    const part = list(50_000);
    const shared = (extra: number) => ({
      big: [...Array.from({ length: 99 }, () => part), list(49_997 + extra)],
    });
    // The document and its list are values as well.
    assert.equal(largestPart(shared(0)), undefined);
    assert.equal(largestPart(shared(1)), undefined);
    assert.deepEqual(largestPart(shared(2)), []);
    assert.deepEqual(largestPart(shared(3)), ['big']);
  });

  it('is reported by the smallest part that is too large', () => {
    const part = list(50_000);
    const large = Array.from({ length: 101 }, () => part);
    assert.deepEqual(largestPart({ a: null, b: { c: [1, { d: large }] } }), ['b', 'c', '1', 'd']);
  });

  it('is reported where it holds itself', () => {
    const loop: Record<string, unknown> = { a: 1 };
    loop['again'] = { loop };
    assert.deepEqual(largestPart({ x: 1, loop }), ['loop', 'again', 'loop']);
    for (const value of [null, 5, {}, []]) assert.equal(largestPart(value), undefined);
  });
});
