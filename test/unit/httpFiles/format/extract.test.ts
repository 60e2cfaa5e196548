import assert from 'node:assert/strict';
import { checkHttpFile } from '../../../../src/httpFiles/format/check';
import { extractRequest } from '../../../../src/httpFiles/format/extract';
import { parseHttpFile } from '../../../../src/httpFiles/format/parse/parse';
import { HOSTS, requestOf } from './support';

const TEXT = `@a = 1
@b = {{a}}-2
@loop = {{loop}}
@unused = 3

### One
GET /one?x={{b}}

###
# @name two
# @prompt what
@inside = {{a}}
POST /two?x={{inside}}&y={{loop}}
Content-Type: multipart/form-data; boundary=b

--b
Content-Disposition: form-data; name="file"; filename="a.pdf"

< ./a.pdf
--b
Content-Disposition: form-data; name="other"

< {{home}}/b.pdf
--b--

###
`;

function extract(text: string, about: Parameters<typeof extractRequest>[3], index = 0): string {
  const { file, request } = requestOf(text, index);
  return extractRequest(text, file, request, about);
}

const extracted = (index: number, folder?: string, target?: string) =>
  extract(TEXT, { title: 'Saved', folder, target }, index);

describe('a request taken out of a file', () => {
  it('brings the definitions that it uses, and no others', () =>
    assert.equal(extracted(0), '### Saved\n@a = 1\n@b = {{a}}-2\nGET /one?x={{b}}\n'));

  it('asks for values of other answers, and for none of its own', () => {
    const page = '{{list.response.body.$.paging.nextPage}}';
    const text = `# @name made\nPOST /a\n\n{}\n\n###\n@id = {{made.response.body.$.id}}\n\n###\n# @name list\n# {{made.response.headers.x}}\nGET /a/{{id}}?page=${page}&of={{made.response.body.$.id}}\n`;
    const own = `# @name list\n# {{made.response.headers.x}}\nGET /a/{{id}}?page=${page}&of={{made.response.body.$.id}}\n`;
    const saved = `### A\n@id = {{made.response.body.$.id}}\n# @prompt made.response.body.$.id\n${own}`;
    assert.equal(extract(text, { title: 'A' }, 1), saved);
    assert.equal(extract(saved, { title: 'A' }), saved);
    assert.deepEqual(checkHttpFile(parseHttpFile(saved), HOSTS), []);
  });

  it('keeps a script for its answer to the end', () => {
    const script = 'GET /a\n\n> {%\n  client.log("a");\n\n%}';
    for (const text of [`${script}\n\n###\nGET /b\n`, `${script}\n`, script, 'GET /a\n\n> {%\n  never();']) {
      const kept = text.split('\n\n###')[0]?.trimEnd() ?? '';
      assert.equal(extract(text, { title: 'A' }), `### A\n${kept}\n`);
    }
  });

  it('keeps what is in it, with the files where they are', () => {
    const text = extracted(1, '/home/me');
    assert.match(
      text,
      /^### Saved\n@a = 1\n@loop = \{\{loop\}\}\n# @name two\n# @prompt what\n@inside = \{\{a\}\}\nPOST /,
    );
    assert.match(text, /^< \/home\/me\/a\.pdf$/m);
    assert.match(text, /^< \{\{home\}\}\/b\.pdf$/m);
    assert.ok(text.endsWith('--b--\n'));
    assert.match(extracted(1), /^< \.\/a\.pdf$/m);
    assert.match(extracted(1, '/home/me', '/home/me/shared'), /^< \.\.\/a\.pdf$/m);
  });

  it('has its title on one line, and the definitions around it in their order', () => {
    const texts = {
      '@z = 1\n###\n \nGET /{{y}}/{{x}}/{{z}}\n\n###\n@x = {{y}}\n@y = 2\nPOST /b\n':
        '### A B\n@z = 1\n@x = {{y}}\n@y = 2\nGET /{{y}}/{{x}}/{{z}}\n',
      'GET /a\r\nX: b': '### A B\nGET /a\nX: b\n',
      'GET /{{x}}\n@x = 1': '### A B\nGET /{{x}}\n@x = 1\n',
      '@file = ./a.pdf\nPOST /a?name={{file}}\n\n< {{file}}':
        '### A B\n@file = ./a.pdf\nPOST /a?name={{file}}\n\n< /me/a.pdf\n',
      '@b = {{a}}/{{c}}\n@a = sub\n###\nPOST /a\n\n< {{ b }}.pdf':
        '### A B\nPOST /a\n\n< /me/sub/{{c}}.pdf\n',
      '@a = /there\nPOST /a\n\n< {{a}}/b.pdf': '### A B\n@a = /there\nPOST /a\n\n< {{a}}/b.pdf\n',
      '@a = {{a}}\nPOST /a\n\n< {{a}}/b.pdf': '### A B\n@a = {{a}}\nPOST /a\n\n< {{a}}/b.pdf\n',
      '# @prompt x\n@dir = sub\nPOST /a?x={{x}}\n\n< {{dir}}/a.pdf':
        '### A B\n# @prompt x\n@dir = sub\nPOST /a?x={{x}}\n\n< /me/sub/a.pdf\n',
      'POST /a\n\n< {{a': '### A B\nPOST /a\n\n< {{a\n',
      '@a.response.body.$ = 5\n###\n# @prompt x\nGET /{{a.response.body.$}}/{{b.response.body.$}}/{{x}}':
        '### A B\n@a.response.body.$ = 5\n# @prompt b.response.body.$\n# @prompt x\nGET /{{a.response.body.$}}/{{b.response.body.$}}/{{x}}\n',
      '@a = x\n###\n# @prompt a\nPOST /a\n\n< {{a}}': '### A B\n@a = x\n# @prompt a\nPOST /a\n\n< {{a}}\n',
    };
    for (const [text, saved] of Object.entries(texts))
      assert.equal(extract(text, { title: ' A\r\n\nB ', folder: '/me' }), saved);
    // As many as may refer to one another.
    const chain = Array.from({ length: 100 }, (_, n) => `@v${n} = {{v${n + 1}}}\n`).join('');
    const attached = extract(`${chain}@v100 = ./a.pdf\n###\nPOST /a\n\n< {{v0}}`, {
      title: 'A',
      folder: '/me',
    });
    assert.equal(attached, '### A\nPOST /a\n\n< /me/a.pdf\n');
  });
});
