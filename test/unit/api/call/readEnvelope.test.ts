import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Subject } from '../../../../src/api/call/describeError';
import {
  type Reader,
  describedReader,
  interpret,
  pageReader,
  readPaging,
  strictReader,
  tolerantReader,
  uploadReader,
} from '../../../../src/api/call/readEnvelope';
import { fileRecord } from '../../../../src/api/model/schemas';
import { parseJson } from '../../../../src/util/lenient';
import { FILE_DATA, UPLOAD_DATA, ok } from '../../../support/apiClient';
import { anyText } from '../../../support/properties';

const SUBJECT: Subject = {
  operation: 'request',
  method: 'GET',
  url: new URL('https://api.example'),
  environment: 'sandbox',
  timeoutMs: 30_000,
};
const lost = {
  why: { kind: 'lost', neverConnected: false },
  ...{ phase: 'reading', sent: true, whole: true },
} as const;

/** What comes of an answer with this text. */
function outcomeOf(
  text: string | undefined,
  status = 200,
  reader: Reader<unknown> = tolerantReader,
  failure: object = {},
  charset: 'utf8' | 'latin1' = 'utf8',
) {
  const type = `application/json; charset=${charset}`;
  const headers: [string, string][] = [
    ['x-request-id', 'r'],
    ['content-type', type],
  ];
  const bytes = text === undefined ? {} : { bytes: Buffer.from(text, charset) };
  const response = { status, statusText: '', headersMs: 1, headers, ...bytes };
  const end = { startedAt: 0, durationMs: 1, waitedMs: 0, response, ...failure };
  return interpret(end, reader, SUBJECT, (json) => json);
}

it('An answer without a request id says so, but for an operation of an added description', () => {
  const response = { status: 200, statusText: '', headersMs: 1, headers: [], bytes: Buffer.from('{}') };
  const end = { startedAt: 0, durationMs: 1, waitedMs: 0, response };
  const found = [tolerantReader, describedReader].map(
    (reader) => interpret(end, reader, SUBJECT, (json) => json).deviations,
  );
  assert.deepEqual(found, [['The answer has no x-request-id header.'], []]);
});

function faultOf(text: string): string {
  const outcome = outcomeOf(text);
  return outcome.ok ? assert.fail() : (/as documented: (.*?)\. Check/.exec(outcome.facts.message)?.[1] ?? '');
}

describe('An answer that is no envelope', () => {
  const cases: Record<string, string> = {
    ' \n': 'the answer is empty',
    '[{"success":true}]': 'it is not a JSON object',
    ' \n<!DOCTYPE html>': 'it is a web page',
    '<HTML lang="en">': 'it is a web page',
    '<?xml version="1.0"?>': 'it is a web page',
    'No <html> here': 'it is not JSON',
    '{"success":1}': '"success" is missing or neither true nor false',
  };
  for (const [text, said] of Object.entries(cases)) {
    it(`says that ${said}: ${JSON.stringify(text)}`, () => assert.equal(faultOf(text), said));
  }

  it('is one that is nested more than 500 deep, whatever its texts hold', () => {
    const nested = (depth: number) =>
      `{"success":true,"message":"m","data":{"a":${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}}}`;
    assert.equal(outcomeOf(nested(500)).ok, true);
    assert.equal(faultOf(nested(501)), 'it is not JSON');
    const brackets = ['[{'.repeat(600), '\\"['.repeat(1200), '\\\\'.repeat(600)].map((part) => `"${part}"`);
    const flat = `{"success":true,"message":"m","data":{"a":[${brackets.join()},${'[],{},'.repeat(600)}1]}}`;
    assert.equal(outcomeOf(flat).ok, true);
  });

  it('names three places at most', () => {
    const reading = strictReader(fileRecord).read({ success: true, message: 'm', data: {} });
    const fault = 'missing or of another type: "data.id", "data.purpose", "data.name"';
    assert.deepEqual(reading, { fault });
    assert.deepEqual(strictReader(fileRecord).read(ok(FILE_DATA)), { data: FILE_DATA, deviations: [] });
    const silent = strictReader(fileRecord).read({ success: true, data: FILE_DATA });
    assert.deepEqual(silent, { fault: 'missing or of another type: "message"' });
    const page = pageReader.read(ok({ records: [] }));
    assert.deepEqual(page, { fault: 'missing or of another type: "data.paging"' });
  });

  it('is a page that one can go on from, also where it does not say how long the list is', () => {
    const read = (paging: object) => pageReader.read(ok({ records: [1], paging }));
    const deviations = ['"data.paging.totalCount" is missing or not as documented.'];
    for (const paging of [{ nextPage: 'n' }, { nextPage: null, totalCount: '3' }])
      assert.deepEqual(read(paging), { data: { records: [1], paging }, deviations });
    const fault = 'missing or of another type: "data.paging.nextPage"';
    assert.deepEqual(read({ nextPage: 7, totalCount: 3 }), { fault });
  });
});

describe('An answer to an upload', () => {
  it('that names no file is not one, and anything else that is missing gives a warning', () => {
    const read = (data: unknown, rest: object = {}) => uploadReader.read({ ...ok(data), ...rest });
    assert.deepEqual(read(UPLOAD_DATA), { data: UPLOAD_DATA, deviations: [] });
    for (const id of ['', ' ', 7, undefined]) {
      const fault = 'missing or of another type: "data.id"';
      assert.deepEqual(read({ ...UPLOAD_DATA, id }), { fault }, String(id));
    }
    const both = 'missing or of another type: "data.id", "data.purpose"';
    assert.deepEqual(read({ ...UPLOAD_DATA, id: 7, purpose: 7 }), { fault: both });
    const data = { ...UPLOAD_DATA, purpose: 7 };
    const places = ['message', 'data.purpose'];
    const deviations = places.map((place) => `"${place}" is missing or not as documented.`);
    assert.deepEqual(read(data, { message: undefined }), { data, deviations });
    const silent = JSON.stringify({ message: 'm', data });
    assert.deepEqual([outcomeOf(silent, 201, uploadReader).ok, outcomeOf(silent).ok], [true, false]);
  });
});

describe('The text of an answer', () => {
  it('is read in the encoding that the answer names', () => {
    const outcome = outcomeOf('{"success":true,"message":"é","data":{}}', 200, tolerantReader, {}, 'latin1');
    assert.equal(outcome.ok && outcome.message, 'é');
  });

  it('is a value for an added description, null too, and text where it is no JSON', () => {
    const bodyOf = (text: string) => {
      const outcome = outcomeOf(text, 200, describedReader);
      return outcome.ok ? outcome.body : assert.fail();
    };
    const bodies = ['null', ' null\n', 'false', '0', '""', '[]', 'nothing', ' ', ''].map(bodyOf);
    assert.deepEqual(bodies, [null, null, false, 0, '', [], 'nothing', ' ', undefined]);
  });
});

describe('The paging of an answer', () => {
  const whole = { nextPage: 'n', previousPage: 'p', totalCount: 0 };
  const cases: [data: unknown, paging: unknown][] = [
    [undefined, undefined],
    [{}, undefined],
    [{ paging: 'x' }, undefined],
    [{ paging: {} }, {}],
    [{ paging: whole }, whole],
    [{ paging: { nextPage: '', previousPage: '', totalCount: '3' } }, {}],
    [{ paging: { nextPage: null, previousPage: 7 } }, {}],
  ];
  for (const [data, paging] of cases) {
    it(`of ${JSON.stringify(data)} is ${JSON.stringify(paging)}`, () =>
      assert.deepEqual(readPaging(data), paging));
  }
});

describe('An answer that is no success', () => {
  /** What it is, with how many deviations. */
  const kindOf = (...about: Parameters<typeof outcomeOf>) => {
    const outcome = outcomeOf(...about);
    return outcome.ok ? 'ok' : [outcome.facts.kind, outcome.deviations?.length].join(' ').trim();
  };

  it('is what it is by its status, however its body came, unless it was called off', () => {
    const cancelled = { ...lost, why: 'cancelled' };
    for (const [status, failure, kind] of [
      [500, lost, 'http 0'],
      [300, lost, 'http 0'],
      [299, lost, 'network'],
      [200, lost, 'network'],
      [500, cancelled, 'cancelled'],
    ] as const)
      assert.equal(kindOf(undefined, status, tolerantReader, { failure }), kind);
  });

  it('of an added description deviates from nothing, and may call anything a code', () => {
    const code = { code: 'not_found', message: 'No such thing' };
    for (const [body, described, documented] of [
      [{ title: 'No' }, 'http 0', 'http 4'],
      [code, 'http 0', 'api 2'],
      [{ ...code, success: false, data: [] }, 'api 0', 'api 0'],
    ] as const)
      assert.deepEqual(
        [describedReader, tolerantReader].map((reader) => kindOf(JSON.stringify(body), 422, reader)),
        [described, documented],
      );
  });

  it('has no message unless that is text', () => {
    const messageOf = (message: unknown) => {
      const outcome = outcomeOf(JSON.stringify({ ...ok({}), message }));
      return outcome.ok ? outcome.message : assert.fail();
    };
    assert.deepEqual([messageOf('Done'), messageOf(7)], ['Done', '']);
  });
});

describe('Any answer of the service', () => {
  it('is a success or one of our errors, by its status and by what it says, in words that can be shown', () => {
    const json = fc.jsonValue();
    const field = fc.record({ fieldName: json, code: fc.string(), message: json }, { requiredKeys: [] });
    const parts = {
      ...{ success: fc.oneof(fc.boolean(), json), code: json },
      message: fc.oneof(anyText(), json),
      data: fc.oneof(json, fc.array(field), fc.record({ records: json, paging: json })),
    };
    const texts = fc.oneof(
      fc.record(parts, { requiredKeys: [] }).map((value) => JSON.stringify(value)),
      fc.json(),
      anyText(),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom(200, 201, 204, 302, 400, 404, 429, 500), (given, status) => {
        const text = status === 204 ? '' : given;
        const outcome = outcomeOf(text, status);
        const { success } = (parseJson(text.toWellFormed()) ?? {}) as { success?: unknown };
        assert.equal(outcome.ok, status < 204 && success === true, `${status} ${text}`);
        if (outcome.ok) return;
        const { kind, message } = outcome.facts;
        if (status < 300) assert.equal(kind, success === false ? 'api' : 'decode');
        else assert.match(kind, /^(?:api|http)$/);
        assert.doesNotMatch(message, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      }),
      { numRuns: 200 },
    );
  });
});
