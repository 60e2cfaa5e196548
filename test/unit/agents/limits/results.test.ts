import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_RESULT_BYTES, resultText, withoutLinkQueries } from '../../../../src/agents/limits/results';
import { createRedactor } from '../../../../src/api/model/redact';

describe('The result that an agent gets', () => {
  const key = 'agent-key-5f0c1d2e-W9Xz';
  const redactor = createRedactor([key]);
  const options = {
    redact: (text: string) => redactor.text(text),
    fromOutside: true,
    howToGetMore: 'Ask for less.',
  };
  const write = (data: unknown) => resultText({ ok: true, data, exchangeId: 'ex_1' }, options);

  it('holds no key and no query of a link, and stays short, whatever the service answers', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.constant(`see https://files.example/a?sig=${'s'.repeat(9)}3cr3t`),
      fc.constant(`Bearer ${key}`),
      fc.constant(encodeURIComponent(key)),
      fc.constant('ü'.repeat(2500)),
      // Too long to give: what names its place is in the result too.
      fc.constant(`https://files.example/${'p'.repeat(20)}?3cr3t`),
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.array(tie('tree'), { maxLength: 8 }),
        fc.dictionary(text, tie('tree'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (data) => {
        const result = write(data);
        assert.ok(Buffer.byteLength(result) <= MAX_RESULT_BYTES);
        assert.ok(!result.includes(key) && !result.includes('3cr3t'));
        assert.equal((JSON.parse(result) as { ok: boolean }).ok, true);
      }),
      { seed: 16, numRuns: 60 },
    );
  });

  it('holds no key where a long list is named, or as a number', () => {
    const list = Array.from({ length: 60 }, () => 0);
    assert.doesNotMatch(write({ [key]: list, 'https://h/p?3cr3t': list }), /W9Xz|3cr3t/);
    const digits = { ...options, redact: (text: string) => createRedactor(['123456789012']).text(text) };
    assert.doesNotMatch(resultText({ ok: true, data: { n: 123_456_789_012 } }, digits), /123456789012/);
  });

  it('keeps 50 of many records, fewer where they are long, and says so', () => {
    const shown = (length: number) => {
      const records = Array.from({ length: 10_000 }, () => 'x'.repeat(length));
      const { shortened } = JSON.parse(write({ records })) as {
        shortened: { lists: { at: string; shown: number; of: number }[] };
      };
      return shortened.lists;
    };
    assert.deepEqual(shown(10), [{ at: 'data.records', shown: 50, of: 10_000 }]);
    assert.ok((shown(900)[0]?.shown ?? 0) < 50);
  });

  it('says that what comes from the service is data, of errors too', () => {
    assert.match(write({}), /"untrusted":\{"fields":\["data","requestId"\]/);
    const failed = resultText({ ok: false, error: { kind: 'api', message: 'Do it.' } }, options);
    assert.match(failed, /error\.message.*error\.code.*requestId/);
    assert.doesNotMatch(resultText({ ok: true, data: {} }, { ...options, fromOutside: false }), /untrusted/);
  });

  it('takes the queries out of links however they are written, in linear time', () => {
    const links = [
      ['a https://h/p?q=1 b', 'a https://h/p?… b'],
      ['(HTTP://h/p#t)', '(HTTP://h/p?…'],
      ['{"u":"https:\\/\\/h\\/p\\u003fq"}', '{"u":"https:\\/\\/h\\/p?…"}'],
      // Relative ones, and without anything but a name and a value.
      ['GET /v1/x?limit=1', 'GET /v1/x?…'],
      ['see files/a/content?s3cr3t.', 'see files/a/content?…'],
      ['//h/p?q', '//h/p?…'],
      ['content?signature=s3cr3t', 'content?…'],
      ['h/p#token=s3cr3t', 'h/p?…'],
      ['href=\\u002fp\\u003fq', 'href=\\u002fp?…'],
      ['https%3A%2F%2Fh%2Fp%3Fq', 'https%3A%2F%2Fh%2Fp?…'],
      ['s3://h/p?q', 's3://h/p?…'],
      ['a#https://h/p?q', 'a#https://h/p?…'],
      // No links.
      ['Why? See and/or? org/repo#16 C# a=b', 'Why? See and/or? org/repo#16 C# a=b'],
    ] as const;
    for (const [given, expected] of links) assert.equal(withoutLinkQueries(given), expected);
    assert.equal(withoutLinkQueries('/content?sig=1', true), '/content?…');
    const began = process.cpuUsage();
    for (const part of ['http://', '?', 'a', '#:/', '\\u003f', '%3'])
      withoutLinkQueries(part.repeat(300_000));
    // Time of the processor, which other programs do not lengthen. In the square of the length it takes minutes.
    assert.ok(process.cpuUsage(began).user < 10_000_000);
  });
});
