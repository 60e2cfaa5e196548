import assert from 'node:assert/strict';
import { jsonParts } from '../../../../../src/requests/http/editor/jsonBody';
import { requestOf } from '../../../httpFiles/format/support';

/** The coloured parts of a body, as its editor shows them. */
function coloured(body: string, type = 'application/json'): string[] {
  const text = `POST https://api.example.com/v1/things\nContent-Type: ${type}\n\n${body}`;
  const lines = text.split('\n');
  return jsonParts(requestOf(text).request).map(
    ({ span: { line, start, end }, type }) => `${type} ${lines[line]?.slice(start, end) ?? ''}`,
  );
}

describe('the colours of a JSON body', () => {
  const cases: [string, string, string[]][] = [
    ['names and texts', '{"a": "b"}', ['property "a"', 'string "b"']],
    ['an escaped quote', '{"a\\"" : ["b:"]}', ['property "a\\""', 'string "b:"']],
    ['numbers and words', '[-1.5e+3, true,\nnull]', ['number -1.5e+3', 'keyword true', 'keyword null']],
    ['a text around a variable', '{"a": "x{{v}}y"}', ['property "a"', 'string "x', 'string y"']],
    ['no variable', '{"a": {{v1}}}', ['property "a"']],
    ['a text that is not ended', '{"a": "b', ['property "a"', 'string "b']],
  ];
  for (const [title, body, expected] of cases)
    it(`has ${title}`, () => assert.deepEqual(coloured(body), expected));
  it('is there for JSON only', () => assert.deepEqual(coloured('{"a": 1}', 'text/plain'), []));
});
