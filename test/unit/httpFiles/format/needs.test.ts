import assert from 'node:assert/strict';
import { inSendingOrder, neededBy } from '../../../../src/httpFiles/format/needs';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';

function order(text: string, ...wanted: string[]): (string | undefined)[] {
  const file = parseHttpFile(text);
  const requests =
    wanted.length === 0 ? file.requests : file.requests.filter(({ name = '' }) => wanted.includes(name));
  return inSendingOrder(file, requests).map(({ name }) => name);
}

const CHAIN = `@id = {{first.response.body.$.id}}
###
# @name third
GET /c/{{second.response.headers.Location}}
###
# @name second
GET /b/{{id}}
###
# @name first
GET /a
###
# @name alone
GET /d

?? body == {{third.response.body.*}}
`;

describe('the order of requests', () => {
  it('has those first that others take values from, once, asked for or not', () => {
    assert.deepEqual(order(CHAIN), ['first', 'second', 'third', 'alone']);
    assert.deepEqual(order(CHAIN, 'second'), ['first', 'second']);
    assert.deepEqual(order(CHAIN, 'alone'), ['first', 'second', 'third', 'alone']);
    assert.deepEqual(order(CHAIN, 'first'), ['first']);
  });

  it('ends where two need each other', () => {
    const circle =
      '# @name a\nGET /{{b.response.body.*}}\n###\n# @name b\nGET /{{a.response.body.*}}/{{b.response.body.*}}';
    assert.deepEqual(order(circle), ['b', 'a']);
  });

  it('is that of the file also where requests are wanted in another one, and of one alone without itself', () => {
    const file = parseHttpFile('# @name a\nGET /{{a.response.body.*}}\n###\nGET /b\n###\n# @name c\nGET /c');
    const [a, b, c] = file.requests;
    assert.ok(a && b && c);
    assert.deepEqual(inSendingOrder(file, [c, a, b]), [a, b, c]);
    assert.deepEqual(neededBy(file, a), []);
    const loop = parseHttpFile(
      '@x = {{y}}\n@y = {{x}}{{a.response.body.*}}\n# @name a\nGET /a\n###\nGET /{{x}}',
    );
    const [named, user] = loop.requests;
    assert.ok(named && user);
    assert.deepEqual(neededBy(loop, user), [named]);
  });
});
