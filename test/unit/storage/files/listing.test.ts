import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FileQuery, FileSort, FileState, KnownFile, Storage } from '../../../../src/storage';
import { begin, environment, inWindow, newUpload } from '../support';

const sorts: readonly FileSort[] = ['time', 'name', 'type'];

/** Adds one file by its id, with the given words of the service. */
function add({ files }: Storage, n: number, details: Record<string, unknown>): KnownFile {
  return files.keepDetails(environment, { fileId: `file_${n}.pdf`, details });
}

function pages({ files }: Storage, query: FileQuery, between: (page: number) => void = () => undefined) {
  const all: KnownFile[] = [];
  let last = query.limit;
  let page = 0;
  for (const items of files.pages(query)) {
    assert.ok(items.length > 0 || all.length === 0, 'a page that is empty');
    assert.equal(last, query.limit);
    last = items.length;
    all.push(...items);
    between(page++);
  }
  return all;
}

const keysOf = (files: readonly KnownFile[]) => files.map(({ key }) => key);

const record = fc.record({
  name: fc.constantFrom('a.pdf', 'A.PDF', 'b.pdf', 'Ä.pdf', "o'hara.pdf", '😀.png', ''),
  purpose: fc.constantFrom('payment_evidence', 'business_entity_documents'),
  mimeType: fc.constantFrom('application/pdf', 'image/png'),
  uploadedAt: fc.constantFrom(...['01T10', '01T11', '09T10'].map((at) => `2026-03-${at}:00:00Z`), 'never'),
});

const ended = fc.array(fc.constantFrom('failed' as const, 'unknown' as const), { maxLength: 3 });

/** Adds an upload that did not end well. */
function addEnded(storage: Storage, state: 'failed' | 'unknown'): void {
  storage.files.fail(begin(storage, 'a.pdf').key, { state, error: { kind: 'http', message: '' } });
}

describe('listing of files', () => {
  inWindow('gives all of them where the limit is more than a database counts to', (storage) => {
    add(storage, 1, { name: 'a.pdf' });
    const { files } = storage;
    for (const text of [undefined, 'pdf'])
      for (const limit of [Number.MAX_SAFE_INTEGER, 1e300])
        assert.equal(files.list({ environment, limit, ...(text !== undefined && { text }) }).items.length, 1);
  });

  inWindow('gives pages that put together are the whole, in order, for every sort and filter', (storage) => {
    let count = 0;
    const maybe = { nil: undefined, freq: 2 };
    const query = fc.record({
      sort: fc.constantFrom(...sorts),
      limit: fc.constantFrom(1, 2, 7, 30),
      purpose: fc.option(fc.constantFrom('payment_evidence', 'other'), maybe),
      from: fc.option(fc.constant(Date.parse('2026-03-01T10:30:00Z')), maybe),
      to: fc.option(fc.constant(Date.parse('2026-03-05T00:00:00Z')), maybe),
      text: fc.option(fc.constantFrom('pdf', 'a', '2 pdf', 'no such'), maybe),
      states: fc.option(
        fc.constantFrom<FileState[]>(['uploaded'], ['uploaded', 'failed'], ['failed', 'unknown'], []),
        maybe,
      ),
    });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 12 }), ended, query, (records, states, filters) => {
        for (const details of records) add(storage, count++ % 60, details);
        for (const state of states) addEnded(storage, state);
        const listed = pages(storage, { environment, ...filters });
        const expected = storage.files
          .list({ environment, sort: filters.sort, limit: 1000 })
          .items.filter((file) => matches(file, filters));
        assert.deepEqual(keysOf(listed), keysOf(expected));
        const counted = { environment, ...without(filters) };
        assert.equal(storage.files.count(counted), expected.length);
        for (const atMost of [1, 3])
          assert.equal(
            Math.min(storage.files.count(counted, atMost), atMost),
            Math.min(expected.length, atMost),
          );
      }),
      { numRuns: 40 },
    );
  });

  inWindow('neither repeats nor skips a row that stays, while others come and go', (storage) => {
    for (const sort of sorts) {
      const staying = new Set<number>();
      for (let n = 0; n < 40; n += 1)
        staying.add(add(storage, n, { name: `${n % 7}.pdf`, uploadedAt: day(n) }).key);
      const leaving = Array.from({ length: 10 }, (_, n) =>
        add(storage, 100 + n, { name: `${n}.pdf`, uploadedAt: day(n) }),
      );
      const listed = pages(storage, { environment, sort, limit: 5 }, (page) => {
        storage.files.forget(leaving.splice(0, 2).map(({ key }) => key));
        storage.files.beginBatch([newUpload(`new ${page}.pdf`)]);
      });
      const stayed = keysOf(listed).filter((key) => staying.has(key));
      assert.deepEqual(new Set(stayed), staying);
      assert.equal(stayed.length, staying.size);
      storage.files.forget(keysOf(storage.files.list({ environment, limit: 1000 }).items));
    }
  });

  inWindow('sorts by time newest first, by name whatever the case, and by type then name', (storage) => {
    add(storage, 1, { name: 'b.png', mimeType: 'image/png', uploadedAt: day(1) });
    add(storage, 2, { name: 'C.pdf', mimeType: 'application/pdf', uploadedAt: day(3) });
    add(storage, 3, { name: 'A.pdf', mimeType: 'application/pdf', uploadedAt: day(2) });
    const sorted = (sort: FileSort) =>
      storage.files.list({ environment, sort }).items.map(({ name }) => name);
    assert.deepEqual(sorted('time'), ['C.pdf', 'A.pdf', 'b.png']);
    assert.deepEqual(sorted('name'), ['A.pdf', 'b.png', 'C.pdf']);
    assert.deepEqual(sorted('type'), ['A.pdf', 'C.pdf', 'b.png']);
  });
});

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n, 12)).toISOString();

type Filters = Pick<FileQuery, 'purpose' | 'from' | 'to' | 'text' | 'states'>;

function without({ purpose, from, to, text, states }: Filters): Filters {
  return { purpose, from, to, text, states };
}

/** The filters once more, without SQL. */
function matches(file: KnownFile, { purpose, from, to, text, states }: Filters): boolean {
  const words = [file.name, file.fileId, file.purpose, file.mimeType].join('\n').toLowerCase();
  return (
    (purpose === undefined || file.purpose === purpose) &&
    (from === undefined || file.sortTime >= from) &&
    (to === undefined || file.sortTime < to) &&
    (states === undefined || states.includes(file.state)) &&
    (text ?? '').split(' ').every((word) => words.includes(word))
  );
}
