import assert from 'node:assert/strict';
import fc from 'fast-check';
import { placeOf } from '../../../../src/descriptions/check/places';
import { findPlaces } from '../../../../src/requests/checks/differencePlaces';
import { checkWords, KnownChecks } from '../../../../src/requests/checks/knownChecks';
import { renderExchange } from '../../../../src/requests/exchange/exchangeText';
import type { Services } from '../../../../src/services/services';
import { answered, exchange } from '../exchanges';
import { anyText } from '../../../support/properties';

const operation = { method: 'GET', path: '/files', source: 'file:///api.yaml' };
/** What JSON writes with a backslash, what it may, and what is a letter or a digit in one definition only. */
const ESCAPED = fc.constantFrom('"', "'", '\\', ']', '\n', '\0', '\u2028', '\ud800', '\udc00', '²', 'ⸯ', '/');
const difference = { place: 'body id', message: 'This is missing.' };

describe('Where an answer differs from its description', () => {
  const text = [
    '// 200 OK · GET /v1/files',
    '{ "data": { "records": [{ "id": 5, "a-b": { "c": true } }] } }',
    '',
    '// ─── Request ───',
    '//   { "data": 1 }',
  ].join('\n');
  const at = (...places: string[]) =>
    findPlaces(text, places).map(({ offset, length }) => text.slice(offset, offset + length));

  it('is the value in the body, the name of a list or an object, and what holds a missing value', () => {
    assert.deepEqual(at('body data.records[0].id', 'body data.records', 'body data.records[0].missing'), [
      '5',
      '"records"',
      '{',
    ]);
    assert.deepEqual(at('body data.records[0]["a-b"].c', 'body data.gone.deeper'), ['true', '"data"']);
  });

  it('is the first line for everything else', () => {
    const line = text.split('\n', 1);
    assert.deepEqual(at('status', 'header content-type', 'body'), [...line, ...line, ...line]);
    assert.deepEqual(at('body gone', 'body [x', 'status', 'body data.records'), [
      ...line,
      ...line,
      ...line,
      '"records"',
    ]);
    assert.deepEqual(
      findPlaces('{"s":1}', ['status', 'body s']).map(({ length }) => length),
      [7, 1],
    );
    const long = (length: number) => findPlaces('//\n{"a":1}'.padEnd(length), ['body a'])[0]?.length;
    assert.deepEqual([long(5_000_000), long(5_000_001)], [1, 2]);
    assert.deepEqual(findPlaces('', ['body a']), [{ offset: 0, length: 0 }]);
    const deep = `//\n${'['.repeat(100_000)}`;
    assert.deepEqual(findPlaces(deep, ['body [0][0]']), [{ offset: 0, length: 2 }]);
  });

  it('is found for every name, also of quotes, escapes and halves of characters', () => {
    const name = fc.string({ unit: fc.oneof(anyText({ maxLength: 1 }), ESCAPED) });
    fc.assert(
      fc.property(name, name, (outer, inner) => {
        const body = JSON.stringify({ [outer]: [{ [inner]: 12345 }] });
        const [part] = findPlaces(body, [placeOf([outer, 0, inner])]);
        assert.equal(part && body.slice(part.offset, part.offset + part.length), '12345');
      }),
    );
  });

  it('is counted on the first line of the document, before the request id', () => {
    const check = { operation, checked: true, differences: [difference, difference] };
    const shown = renderExchange(exchange({ attempts: [answered(200, '{}')] }), {
      environmentName: 'Sandbox',
      body: '{}',
      checked: checkWords(check),
    });
    assert.match(shown.split('\n', 1)[0] ?? '', / · differs from the description in 2 places · req_1 · GET /);
  });

  it('is known of an answer that another window checked', async () => {
    const check = { operation, checked: true, differences: [difference] };
    const known = new KnownChecks({
      checks: { recent: () => undefined },
      storage: { get: () => Promise.resolve({ history: { checkOf: () => check } }) },
    } as unknown as Services);
    assert.deepEqual(await known.of(exchange({})), check);
  });

  it('is put into words only where there is something to say', () => {
    assert.equal(checkWords({ operation, checked: true, differences: [] }), 'as described');
    const documented = { ...operation, source: 'documented' };
    assert.equal(checkWords({ operation: documented, checked: true, differences: [] }), undefined);
    const one = checkWords({ operation, checked: true, differences: [difference] });
    assert.equal(one, 'differs from the description in 1 place');
    const large = checkWords({ operation, checked: false, reason: 'too-large', differences: [] });
    assert.equal(large, 'not checked: it is too large');
    const slow = checkWords({ operation, checked: false, reason: 'too-slow', differences: [] });
    assert.equal(slow, 'not checked: it took too long');
    const off = checkWords({ operation, checked: false, reason: 'switched-off', differences: [] });
    assert.equal(off, undefined);
    assert.equal(checkWords(undefined), undefined);
  });
});
