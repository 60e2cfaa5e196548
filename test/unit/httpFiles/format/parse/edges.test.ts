import assert from 'node:assert/strict';
import { outline } from './outline';

/** What is read of texts, without the places of the request and its headers. */
const CASES: Readonly<Record<string, readonly [text: string, ...outline: readonly string[]]>> = {
  'an expectation directly behind the request line ends the headers': [
    'GET /a\n?? status == 200\nX-Late: 1',
    '  ?? status == 200 = {"kind":"status"} == 200. 1 1 «?? status == 200» 1 «status» 1 «==»',
    '  text 2',
    '  ! body-of-read GET 2 «X-Late: 1»',
  ],
  'an expectation before the request line leaves them': [
    '?? status == 200\nGET /a\nX: 1',
    '  X: 1. 2 «X» 2 «1»',
    '  ?? status == 200 = {"kind":"status"} == 200. 0 0 «?? status == 200» 0 «status» 0 «==»',
  ],
  'a line of spaces ends the headers, and is no end of a request': ['POST /a\n  \nbody\n   ', '  text 2'],
  'a name that the directive holds too has its own place': [
    '# @name e\n#@prompt prompt prompt\n#  @prompt m  Which # one? \nGET /a',
    '  name e. 0 «e»',
    '  prompt prompt (prompt) 1 «prompt»',
    '  prompt m (Which # one?) 2 «m»',
  ],
  'a handler behind a form may be meant as a part of it': [
    'POST /a\nContent-Type: application/x-www-form-urlencoded; charset=utf-8\n\na=1\n>> out.json\n',
    '  Content-Type: application/x-www-form-urlencoded; charset=utf-8. 1 «Content-Type» 1 «application/x-www-form-urlencoded; charset=utf-8»',
    '  form 3',
    '  ! handler-in-body 4 «>> out.json»',
  ],
  'definitions are found before and behind parts; what looks like one within is marked, as a comment is': [
    'POST /a\nContent-Type: multipart/x\n\n@before = 1\n--x\n@inside = 2\n# aside\n--x--\n@after = 3\n',
    '@before=1. 3 «before» 3 «1»',
    '@after=3. 8 «after» 8 «3»',
    '  Content-Type: multipart/x. 1 «Content-Type» 1 «multipart/x»',
    '  multipart 4 5 7',
    '  ! variable-in-body 5 «@inside = 2»',
    '  ! comment-in-body 6 «# aside»',
  ],
  'a file with more beside it is text': [
    'POST /a\n\n< ./a.txt\nmore',
    '  text 2 3',
    '  ! file-in-text 2 «< ./a.txt»',
  ],
  'a handler behind the first lines of longer JSON is marked': [
    'POST /a\n\n[\n1\n>> out.json\n]\n',
    '  json 2 3 5',
    '  ! handler-in-body 4 «>> out.json»',
  ],
  'a script for the answer among the headers is no part of the body': [
    'POST /a\n> {% it() %}\n\n{}',
    '  json 3',
    '  ? unsupported-response-script 1 «> {% it() %}»',
  ],
  'a script in a file before the request is not run': [
    '< ./before.js\nGET /a',
    '  ! unsupported-script 0 «< ./before.js»',
  ],
  'a comment alone may be the text': [
    'POST /a\nContent-Type: text/plain\n\n# alone\n\n',
    '  Content-Type: text/plain. 1 «Content-Type» 1 «text/plain»',
    '  text',
    '  ! comment-in-body 3 «# alone»',
  ],
  'an expression has its place without the spaces around it': ['GET /a/{{   id }}', '{{id}} 0 «id»'],
  'a brace behind a word is no JSON': ['POST /a\n\nx{', '  text 2'],
  'a version may end the last line of an address': [
    'GET /a\n  ?b=1\n  &c=HTTP/1.1   HTTP/1.1 \nX-A: 1',
    '  0 «GET» 0 «/a»',
    '  X-A: 1. 3 «X-A» 3 «1»',
  ],
  'a request without ### before it is no body': [
    'POST /a\nContent-Type: application/json\n\n{}\n\n  PUT {{apiUrl}}/b',
    '{{apiUrl}} 5 «apiUrl»',
    '  Content-Type: application/json. 1 «Content-Type» 1 «application/json»',
    '  json 3 4 5',
    '  ! request-in-body 5 «PUT {{apiUrl}}/b»',
  ],
  'a method alone is text, and so is one in small letters': ['POST /a\n\nGET\nget /b', '  text 2 3'],
  'a version alone is an address': ['HTTP/1.1'],
};

describe('at its edges, an .http file', () => {
  for (const [name, [text, ...expected]] of Object.entries(CASES))
    it(`is read: ${name}`, () => {
      const read = outline(text).filter((line) => !/^request |^ {2}no method \d/.test(line));
      assert.deepEqual(read, expected);
    });

  it('ends a request at its last line that is not blank, and its block at the next one', () => {
    assert.deepEqual(
      outline('GET /a\nX: 1\n  \n   \n###\nGET /b').filter((line) => line.startsWith('request')),
      ['request 0, 0 to 1, next 4: GET /a', 'request 4, 5 to 5, next 6: GET /b'],
    );
    assert.equal(outline('HTTP/1.1')[0], 'request 0, 0 to 0, next 1: GET HTTP/1.1');
  });
});
