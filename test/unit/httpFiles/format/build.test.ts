import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { HttpRefusal } from '../../../../src/httpFiles/format/parse/model';
import { bodyOf, built, HOSTS, KEY, OTHER_KEY, refusalOf } from './support';
import { anyText } from '../../../support/properties';

describe('a request of an .http file', () => {
  it('goes to the environment, whether it names an address or a path', async () => {
    const targets = [
      'GET {{apiUrl}}/things?a=1',
      'GET {{apiUrl}}/v1/things?a=1',
      'GET https://API.example:443/v1/things?a=1',
      'GET /things?a=1',
      'GET /v1/things?a=1',
      '@base = {{apiUrl}}\n\n{{base}}/things?a=1',
    ];
    for (const text of targets) {
      const { target } = await built(text);
      assert.deepEqual([target.path, target.query], ['/things', '?a=1'], text);
    }
    assert.equal((await built('GET {{filesUrl}}/v1/files/f')).target.service, 'files');
    assert.equal((await built('GET {{apiUrl}}/files/f')).target.service, 'api');
  });

  it('goes nowhere else, whatever a variable says', async () => {
    assert.equal(await refusalOf('@host = https://evil.example\n\nGET {{host}}/things'), 'other-host');
    const given = { apiUrl: 'https://evil.example' };
    assert.equal(await refusalOf('GET {{apiUrl}}/a', { given }), 'other-host');
  });

  it('is not sent to all things where the value for one of them is empty', async () => {
    const answers = { made: { body: { id: '' }, headers: [] } };
    for (const [text, values] of [
      ['@id =\nDELETE {{apiUrl}}/things/{{id}}', {}],
      ['@id =\nGET /things/{{id}}{{ id }}?a=1', {}],
      ['# @prompt id\nDELETE {{apiUrl}}/things/{{id}}', { prompted: { id: '  ' } }],
      ['# @prompt id\nDELETE {{apiUrl}}/things/{{id}}', { prompted: { id: '?a=1' } }],
      ['# @prompt id\nDELETE {{apiUrl}}/things/{{id}}', { prompted: { id: ' #1' } }],
      ['DELETE /things/{{made.response.body.$.id}}', { answers }],
      ['@url = {{apiUrl}}/things/{{id}}?a=/1\n@id =\nDELETE {{url}}', {}],
      ['DELETE {{apiUrl}}{{rest}}', { shared: { rest: '/things/{{id}}', id: ' ' } }],
      ['DELETE {{url}}', { given: { url: '/things/{{id}}', id: '' } }],
      ['@id = {{made.response.body.$.id}}\n@path = /things/{{id}}\nDELETE {{path}}?a=1', { answers }],
    ] as const) {
      assert.equal(await refusalOf(text, values), 'path', text);
    }
    await assert.rejects(built('@id =\nDELETE {{apiUrl}}/things/{{id}}'), ({ args }: HttpRefusal) =>
      /empty segment/.test(args[1] ?? ''),
    );
    for (const text of [
      '@slash = a/\nGET /things/{{slash}}',
      '@all =\nGET /things{{all}}',
      'GET /things/',
      '@all = /things/\nGET {{all}}',
      'GET /things/?x={{all}}\n@all =',
    ]) {
      assert.equal(await refusalOf(text), 'sent', text);
    }
  });

  it('carries its own headers, and leaves those of the extension to it', async () => {
    const own = 'Idempotency-Key: {{$guid}}\nX-A: b c\nX-Request-Type: plain\nX-Other: GraphQL';
    const made = `Authorization: {{auth}}\nauthorization: apikey  ${KEY}\nHost: {{host}}\nContent-Length: 3`;
    const given = { host: ' API.example ', auth: ' ApiKey {{apiKey}} ', bad: 'a\r\nX-Evil: 1' };
    const { headers } = await built(`POST /a\n${made}\n${own}\n\n{}`, { given });
    const written = own.replace('{{$guid}}', 'uuid-1').split('\n');
    assert.deepEqual(
      headers.map((header) => header.join(': ')),
      [...written, 'Content-Type: application/json'],
    );
    const others = ['Bearer x', 'Basic a b', 'ApiKey other', '{{apiKey}}', 'ApiKey {{apiKey}} x', '', KEY];
    for (const [header, code] of [
      ['X-A: {{bad}}', 'bad-header-value'],
      ['X-A: €', 'bad-header-value'],
      ['Host: evil.example', 'host'],
      ['X-REQUEST-TYPE: GraphQL', 'unsupported-graphql'],
      ...[...others, `Basic apikey ${KEY}`, `ApiKey${KEY}`].map((value) => [
        `Authorization: ${value}`,
        'authorization',
      ]),
    ] as const)
      assert.equal(await refusalOf(`GET /a\n${header}`, { given }), code, header);
  });

  it('never carries the key anywhere else', async () => {
    const places = [
      'GET /a?key={{apiKey}}',
      'GET {{apiUrl}}/{{apiKey}}',
      'GET /a\nX-Key: {{apiKey}}',
      'POST /a\n\n{"key": "{{apiKey}}"}',
      'POST /a\nContent-Type: text/plain\n\n{{apiKey}}',
      'POST /a\nContent-Type: application/x-www-form-urlencoded\n\nkey={{apiKey}}',
      '@copy = {{apiKey}}\n\nGET /a?key={{copy}}',
      'GET /a?key={{given}}',
      'GET /a?key={{literal}}',
      'GET /a?key={{encoded}}',
      'POST /a\n\n{"key": "{{literal}}"}',
      'GET /a\nX-Key: {{literal}}',
      'GET /a?key={{made.response.body.$.key}}',
      'POST /a\n\n< ./secret.txt',
      'POST /a\nContent-Type: multipart/form-data; boundary=b\n\n--b\nContent-Disposition: form-data; name="x"\n\n< ./secret.txt\n--b--',
    ];
    const values = {
      given: { given: '{{apiKey}}', literal: KEY, encoded: encodeURIComponent(KEY) },
      answers: { made: { body: { key: KEY }, headers: [] } },
      files: { './secret.txt': `key=${KEY}` },
    };
    for (const text of places) assert.equal(await refusalOf(text, values), 'key-elsewhere', text);
  });

  it('takes a value of an answer as it is, whatever it looks like', async () => {
    const answers = { made: { body: { text: '{{apiKey}} {{$guid}} "' }, headers: [] } };
    const text = 'POST /x\nContent-Type: text/plain\n\n{{made.response.body.$.text}}';
    assert.equal(bodyOf(await built(text, { answers })), '{{apiKey}} {{$guid}} "');
  });

  it('has values of the moment', async () => {
    const text =
      'POST /x\n\n["{{$guid}}","{{$uuid}}",{{$timestamp}},"{{$datetime \t iso8601}}","{{$datetime rfc1123}}",{{$randomInt 5   7}},{{$randomInt}}]';
    assert.equal(
      bodyOf(await built(text)),
      '["uuid-1","uuid-1",1700000000,"2023-11-14T22:13:20.500Z","Tue, 14 Nov 2023 22:13:20 GMT",6,500]',
    );
    const range = '{{$randomInt -5 5}},{{$randomInt 0 999999999999999}}';
    for (const [part, expected] of [
      [0, '[0,-5,0]'],
      [0.9999, '[999,4,999899999999999]'],
    ] as const) {
      const moment = { now: () => 0, random: () => part, uuid: () => '' };
      assert.equal(bodyOf(await built(`POST /x\n\n[{{$randomInt}},${range}]`, { moment })), expected);
    }
    const others = [
      '$randomInt 5 5',
      '$randomInt 1',
      '$randomInt 0 1234567890123456',
      'x$randomInt',
      '$guid x',
    ];
    others.push("$datetime 'YYYY'", '$processEnv HOME', '%a', '1 + 1');
    for (const other of [...others, 'a.response.body.$..b'])
      assert.equal(await refusalOf(`GET /x?a={{${other}}}`), 'unsupported-expression', other);
  });

  it('sends files and forms', async () => {
    const files = { './a.txt': 'one\ntwo\n' };
    const plain = await built('POST /x\nContent-Type: text/plain\n\n< ./a.txt', { files });
    assert.equal(bodyOf(plain), 'one\ntwo\n');
    const whole = 'POST /x\nContent-Type: multipart/form-data; boundary=b\n\n';
    assert.equal(bodyOf(await built(`${whole}< ./a.txt`, { files })), 'one\ntwo\n');
    for (const bytes of [Buffer.from('a\0b'), Buffer.from([0x61, 0xff])]) {
      const { content, headers } = await built('POST /x\n\n< ./a.bin', { files: { './a.bin': bytes } });
      assert.deepEqual(headers, []);
      assert.deepEqual(content, { bytes, kept: '< ./a.bin' }, 'what is no text is kept by its name');
    }
    const typeOf = async (text: string) =>
      (await built('POST /x\n\n< ./a.txt', { files: { './a.txt': text } })).headers.map(([, type]) => type);
    // As if it were written in place.
    for (const json of [' [1]', '\ufeff{"a":1}']) assert.deepEqual(await typeOf(json), ['application/json']);
    for (const other of [files['./a.txt'], '[section]\na=1', '{\\rtf1 x}'])
      assert.deepEqual(await typeOf(other), [], other);
    // What is written in place is meant as JSON by its first sign: the service says what is wrong with it.
    assert.deepEqual((await built('POST /x\n\n{"a": b}')).headers, [['Content-Type', 'application/json']]);
    const untyped = await built('POST /x\n\n< ./a.txt', { files });
    assert.deepEqual(untyped.content, { bytes: Buffer.from(files['./a.txt']) });
    const form = 'POST /x\nContent-Type: application/x-www-form-urlencoded\n\n a=1 \n&b=two words\n&c=ü';
    assert.equal(bodyOf(await built(form)), 'a=1&b=two%20words&c=%C3%BC');
  });

  it('are parts also where a variable gives their type', async () => {
    const typed = (type: string, body: string) =>
      `@type = ${type}\nPOST /x\nContent-Type: {{type}}\n\n${body}`;
    const parts = (end: string) =>
      typed('multipart/form-data; boundary=b', `--b\nContent-Disposition: form-data; name="t"\n\n1\n${end}`);
    assert.equal(
      bodyOf(await built(parts('--b--'))),
      '--b\r\nContent-Disposition: form-data; name="t"\r\n\r\n1\r\n--b--',
    );
    assert.equal(await refusalOf(parts('--c--')), 'bad-multipart');
    for (const type of ['text/plain', 'x-multipart/a; boundary=b', 'application/x-www-form-urlencoded'])
      assert.equal(bodyOf(await built(typed(type, 'a=1 \nb=ü'))), 'a=1 \nb=ü');
  });

  it('reads no file that a value names, and none without a name', async () => {
    const text = (line: string) =>
      `POST /a\nContent-Type: multipart/form-data; boundary=b\n\n--b\nContent-Disposition: form-data; name="a"\n\n${line}\n--b--\n`;
    const files = { './secret': 'SECRET', f: '1' };
    const request = await built(`@a = < ./secret\n${text('{{a}}')}`, { files });
    assert.match(bodyOf(request) ?? '', /\r\n< \.\/secret\r\n/);
    const asked = `# @prompt file\n${text('< {{file}}')}`;
    await assert.rejects(built(asked, { prompted: { file: '' } }), { message: '' });
    const values = { prompted: { file: 'f' }, files };
    const { content } = await built(asked, values);
    assert.match(content?.kept ?? '', /\n< f\n/);
    assert.match(String(content?.bytes), /\r\n1\r\n/);
    assert.equal(await refusalOf(asked.replace('--b--', '--c--'), values), 'bad-multipart');
  });

  it('is an upload where it is one, and nothing else goes there as a form', async () => {
    const upload = (path: string, part = '< ./a.pdf') =>
      `POST ${path}\nContent-Type: multipart/form-data; boundary=b\nX-A: 1\n\n--b\nContent-Disposition: form-data; name="purpose"\n\npayment_evidence\n--b\nContent-Disposition: form-data; name="file"; filename="other.pdf"\n\n${part}\n--b--`;
    const { upload: found, headers, content } = await built(upload('{{filesUrl}}/v1/files/upload'));
    assert.deepEqual(found, { file: './a.pdf', fileName: 'other.pdf', purpose: 'payment_evidence' });
    assert.deepEqual([headers, content], [[['X-A', '1']], undefined]);
    assert.equal(await refusalOf(upload('{{apiUrl}}/files/upload')), 'upload');
    assert.equal(await refusalOf(upload('/files/upload', 'text')), 'upload');
    // One host for both addresses.
    for (const filesUrl of ['https://h.example', 'https://h.example/v1x']) {
      const hosts = { apiUrl: `${filesUrl}/v1`, filesUrl };
      assert.equal(await refusalOf(upload('{{apiUrl}}/files/upload'), { hosts }), 'sent', filesUrl);
    }
    const typed = (type: string, body: string) => `POST /files/upload\nContent-Type: ${type}\n\n${body}`;
    assert.equal(await refusalOf(typed('application/x-www-form-urlencoded', 'a=1')), 'upload');
    for (const type of ['application/json', 'a.b-c/d.e-f+JSON ; x=y', 'text/json;x'])
      assert.equal(
        await refusalOf(typed(`${type}\nX-Content-Type: text/plain\nContent-Type-X: a`, '{}')),
        'sent',
        type,
      );
    for (const type of ['application/jsonx', 'a b/json', 'a/b c+json', 'application/jsonx;'])
      assert.equal(await refusalOf(typed(type, '{}')), 'upload', type);
    assert.equal(await refusalOf(typed('application/json', '< ./a.json')), 'upload');
    assert.equal(await refusalOf('POST /files/upload\n\na'), 'upload');
    assert.equal(await refusalOf('POST /files/upload'), 'sent');
    const others = 'X-Content-Type: 1\nContent-Type-X: 2\nX-A: 1';
    const withOthers = await built(upload('/files/upload').replace('X-A: 1', others));
    const named = { 'X-Content-Type': '1', 'Content-Type-X': '2', 'X-A': '1' };
    assert.deepEqual(withOthers.headers, Object.entries(named));
    assert.equal(await refusalOf(upload('/files/upload?a=1')), 'upload');
    // By the types that are sent, not by how they are written.
    const inline = upload('/files/upload', '%PDF-1.7');
    for (const types of ['{{form}} a=/json', 'application/json\nContent-Type: {{form}}']) {
      const text = `@form = multipart/form-data; boundary=b;\n${inline}`.replace(/multipart.*b$/m, types);
      assert.equal(await refusalOf(text), 'upload', text);
    }
  });

  it('is refused for a top-up that the interface does not know', async () => {
    const topUp = (currency: string) =>
      `POST {{apiUrl}}/balances/sandbox/top-up\n\n{"amount": 1, "currency": ${currency}}`;
    assert.equal(await refusalOf(topUp('"EUR"')), 'sent');
    for (const currency of ['"EU"', '"EURO"', '5', '"E1R"', 'null']) {
      assert.equal(await refusalOf(topUp(currency)), 'currency');
      assert.equal(await refusalOf(topUp(currency).replace('top-up', 'others')), 'sent');
    }
    for (const body of ['{"amount": 1}', 'null', '5', '[]', '"currency"'])
      assert.equal(await refusalOf(`POST {{apiUrl}}/balances/sandbox/top-up\n\n${body}`), 'sent', body);
  });

  it('never leaves the environment nor shows the key, whatever its values are', async () => {
    const base64 = (key: string) => Buffer.from(key).toString('base64');
    const keys = [KEY, OTHER_KEY].flatMap((key) => [key, encodeURIComponent(key), base64(key)]);
    const hostile = [...'/ //evil.example @evil.example/ ? # {{apiKey}} .. \\'.split(' '), '\r\nX: y'];
    const value = fc.oneof(anyText(), fc.constantFrom(...hostile), fc.constantFrom(...keys));
    await fc.assert(
      fc.asyncProperty(value, value, value, async (a, b, c) => {
        const text = 'POST {{apiUrl}}{{a}}?q={{b}}\nX-A: {{c}}\nContent-Type: text/plain\n\n{{a}}{{b}}{{c}}';
        const request = await built(text, { given: { a, b, c } }).catch(() => undefined);
        if (request === undefined) return;
        const { path, query } = request.target;
        const url = new URL(HOSTS.apiUrl + path + query);
        assert.equal(url.origin, 'https://api.example');
        assert.ok(url.pathname.startsWith('/v1/'));
        const all = [url.href, ...request.headers.flat(), bodyOf(request) ?? ''].join('\n');
        const decoded = decodeURIComponent(all.replace(/%(?![0-9a-f]{2})/gi, '%25'));
        for (const key of [KEY, OTHER_KEY])
          for (const form of [key, Buffer.from(key).toString('base64')])
            assert.ok(!all.includes(form) && !decoded.includes(form));
        for (const [, header] of request.headers) assert.doesNotMatch(header, /[\r\n\0]/);
      }),
      { seed: 16, numRuns: 300 },
    );
  });
});
