import assert from 'node:assert/strict';
import fc from 'fast-check';
import { knownTexts, NOT_KNOWN } from '../../../../../src/httpFiles/format/check';
import { jsonBodyOf } from '../../../../../src/requests/http/editor/jsonBody';
import { pathValues, urlParts } from '../../../../../src/requests/http/editor/requestParts';
import { HOSTS, requestOf } from '../../../httpFiles/format/support';

function read(text: string) {
  const { file, request } = requestOf(text);
  const lines = text.split('\n');
  const known = knownTexts(file, request, HOSTS, new Map([['team', 'red']]), { left: 10_000 });
  const lineAt = (line: number) => lines[line] ?? '';
  return { request, known, lineAt, parts: urlParts(request, lineAt), json: jsonBodyOf(request, known) };
}

describe('The parts of a request as it is written', () => {
  it('are found where they are, also in lines of the query', () => {
    const { parts, lineAt } = read(
      'GET {{apiUrl}}/v1/things/{{a.response.body.$.x/y}}?one={{two?}}&b HTTP/1.1\n# no\n  &c=d\n?e\n\n',
    );
    const texts = (list: typeof parts.pairs) =>
      list.map(({ span, text }) => [span.line, lineAt(span.line).slice(span.start, span.end) === text, text]);
    assert.deepEqual(texts(parts.segments), [
      [0, true, 'v1'],
      [0, true, 'things'],
      [0, true, '{{a.response.body.$.x/y}}'],
    ]);
    assert.deepEqual(texts(parts.pairs), [
      [0, true, 'one={{two?}}'],
      [0, true, 'b'],
      [2, true, 'c=d'],
      [3, true, 'e'],
    ]);
    const values = pathValues('/v1/things/{id}', parts.segments);
    assert.deepEqual(
      new Map([...values].map(([name, { text }]) => [name, text])),
      new Map([['id', '{{a.response.body.$.x/y}}']]),
    );
    assert.equal(pathValues('/things/{id}/more', parts.segments).size, 0);
  });

  it('are JSON in a body whose variables stand for texts or whole values', () => {
    const { json } = read(
      '@n = 5\nPOST /a\n\n{ "a": {{n}}, "b": "\\"{{n}}", "c": [{{later}}],\n  "d": 1 }\n',
    );
    assert.deepEqual(JSON.parse(json?.known ?? ''), { a: 5, b: '"5', c: [NOT_KNOWN], d: 1 });
    assert.doesNotThrow(() => JSON.parse(json?.masked ?? '') as unknown);
    const place = json?.text.indexOf('"d"') ?? 0;
    assert.deepEqual(json?.spanOf(place, 3), { line: 4, start: 2, end: 5 });
    assert.equal(json.offsetOf(4, 2), place);
    assert.equal(json.offsetOf(1, 0), undefined);
  });

  it('keep their places whatever is written', () => {
    const piece = fc.constantFrom('{', '}', '"', '\\', ',', ':', '\n', '{{n}}', '{{x}}', '"a": 1', ' ');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const { json, lineAt } = read(
          `@n = 5\nPOST /a\nContent-Type: application/json\n\n${pieces.join('')}`,
        );
        if (json === undefined) return;
        assert.equal(json.masked.length, json.text.length);
        for (const { index } of json.text.matchAll(/\S/g)) {
          const { line, start } = json.spanOf(index, 1);
          assert.equal(lineAt(line)[start], json.text[index]);
          assert.equal(json.offsetOf(line, start), index);
        }
      }),
    );
  });
});
