import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ErrorFacts } from '../../../../src/api/model/errors';
import { FAILED_REQUEST_ID } from '../../../../src/files/details/model/detailsProtocol';
import type { DetailsView, FieldView } from '../../../../src/files/details/model/detailsProtocol';
import type { DetailsModel } from '../../../../src/files/details/model/source';
import { detailsView } from '../../../../src/files/details/model/detailsView';
import { freshnessText } from '../../../../src/files/details/webview/freshness';
import { knownFile, model, record, viewContext } from './support';

const sandbox = { id: 'sandbox', name: 'Sandbox', type: 'sandbox' } as const;

function viewOf(change: Partial<DetailsModel> = {}): DetailsView {
  return detailsView(model(change), viewContext).view;
}

function copiesOf(change: Partial<DetailsModel> = {}): Record<string, string> {
  return Object.fromEntries(detailsView(model(change), viewContext).copies);
}

function row(view: DetailsView, key: string): FieldView {
  const found = view.sections.flatMap(({ fields }) => fields).find((field) => field.key === key);
  assert.ok(found, `no row ${key}`);
  return found;
}

function without<T extends object>(change: T, ...keys: (keyof T)[]): T {
  const left = Object.entries(change).filter(([key]) => !keys.some((each) => each === key));
  return Object.fromEntries(left) as T;
}

const text = (shown: string, code = false) => ({ kind: 'text', text: shown, code });
const code = (shown: string) => text(shown, true);

describe('the details of a file', () => {
  const rowsOf = (view: DetailsView) =>
    view.sections.map(({ heading, fields }) => {
      return `${heading} - ${fields.map(({ key, label }) => `${key}: ${label}`).join(', ')}`;
    });

  it('are rows in sections, of what is known', () => {
    assert.deepEqual(rowsOf(viewOf({ file: { ...knownFile, remark: 'Twice' } })), [
      'File - id: File ID, name: Name, purpose: Purpose, mimeType: Type, uploadedAt: Uploaded, ' +
        'expiryDate: File expiry',
      'Content link - contentLink.url: Address, contentLink.expiryDate: Link expiry',
      'Uploaded from here - uri: Local file, size: Size, sha256: SHA-256, createdAt: Upload started, ' +
        'uploadRequestId: Upload request ID, remark: Remark',
      'Last fetch - fetchedAt: Fetched, requestId: Request ID',
    ]);
    const few = without(
      model({ file: without(knownFile, 'size', 'sha256', 'requestId') }),
      'fetchedAt',
      'requestId',
    );
    const [, , uploaded, ...more] = rowsOf(detailsView(few, viewContext).view);
    assert.deepEqual(
      [uploaded, more],
      ['Uploaded from here - uri: Local file, createdAt: Upload started', []],
    );
    for (const file of [undefined, without(knownFile, 'uri')]) {
      const bare = { ...without(few, 'file'), ...(file && { file }) };
      assert.equal(detailsView(bare, viewContext).view.sections.length, 2);
    }
    assert.deepEqual(row(viewOf({ file: { ...knownFile, remark: 'Twice' } }), 'remark').value, text('Twice'));
  });

  it('name their file and their environment, and say what can be done', () => {
    const { target, environment, subtitle, actions, icon, raw } = viewOf({
      environment: { id: 'mine', name: 'Mi\u202ene', type: 'production' },
      record: { ...record, purpose: 'business_entity_documents' },
    });
    assert.deepEqual(target, { environment: 'mine', fileId: 'file_1.pdf', isProduction: true });
    assert.deepEqual(viewOf().target, { environment: 'local', fileId: 'file_1.pdf' });
    assert.deepEqual(environment, { name: 'Mi[U+202E]ne', title: 'Local Sandbox', type: 'production' });
    assert.equal(subtitle, 'Business entity documents · 1.23 MB');
    assert.deepEqual(actions, ['copyId', 'openContent', 'saveContent', 'copyLink', 'rawJson']);
    const envelope = detailsView({ ...without(model(), 'record'), envelope: {} }, viewContext).view;
    assert.deepEqual(envelope.actions, ['copyId', 'rawJson']);
    const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const icons = ['image/png', word, 'text/html'].map(
      (mimeType) => viewOf({ record: { ...record, mimeType } }).icon,
    );
    assert.deepEqual([icon, ...icons], ['file-pdf', 'file-media', 'file-text', 'file']);
    assert.equal(raw?.cut, false);
  });

  it('show every field of the record', () => {
    const view = viewOf();
    const valueOf = (key: string) => row(view, key).value;
    assert.deepEqual(['id', 'name', 'mimeType', 'contentLink.url'].map(valueOf), [
      code('file_1.pdf'),
      text('invoice.pdf'),
      code('application/pdf'),
      code(record.contentLink.url),
    ]);
    const note = 'Payment evidence: Supporting documentation for payments, such as invoices and receipts';
    assert.equal(row(view, 'purpose').note, note);
    const expiry = { text: '2026-01-02T03:04:05.678Z', at: Date.UTC(2026, 0, 2, 3, 4, 5, 678) };
    const expiredNote = 'Open and Copy Link ask the service for a new one first.';
    const expires = { kind: 'time', ...expiry, expires: true, expiredNote };
    assert.deepEqual(row(view, 'contentLink.expiryDate').value, expires);
    assert.deepEqual(row(view, 'expiryDate').value, { kind: 'text', text: 'Does not expire' });
    const ends = row(viewOf({ record: { ...record, expiryDate: expiry.text } }), 'expiryDate').value;
    assert.deepEqual(ends, { kind: 'time', ...expiry, expires: true });
    assert.deepEqual([row(view, 'id').copyable, 'expiryDate' in copiesOf()], [true, false]);
    const uploaded = { text: '2026-01-02T02:04:05.678Z', at: Date.UTC(2026, 0, 2, 2, 4, 5, 678) };
    assert.deepEqual(row(view, 'uploadedAt').value, { kind: 'time', ...uploaded });
  });

  it('show what is known of the upload and of the fetch', () => {
    const view = viewOf();
    assert.deepEqual(row(view, 'uri').value, text('vscode-vfs://host/folder/invoice.pdf'));
    assert.equal(row(view, 'uri').action, 'openLocalFile');
    assert.deepEqual(row(view, 'size').value, { kind: 'text', text: '1.23 MB (1,234,567 bytes)' });
    assert.equal(row(view, 'uploadRequestId').action, 'showUploadRequest');
    assert.equal(row(view, 'requestId').action, 'showRequest');
    assert.equal(copiesOf()['uploadRequestId'], 'req_upload');
    assert.equal(copiesOf()['requestId'], 'req_fetch');
    assert.equal(copiesOf()['size'], '1234567');
    const sizes = [999, 1000].map((size) => row(viewOf({ file: { ...knownFile, size } }), 'size').value);
    assert.deepEqual(
      sizes,
      ['999 bytes', '1 kB (1,000 bytes)'].map((shown) => ({ kind: 'text', text: shown })),
    );
  });

  it('do not offer to open a file that was dropped: its location is unknown', () => {
    const field = row(viewOf({ file: { ...knownFile, uri: 'payments-api-drop:/7/invoice.pdf' } }), 'uri');
    const unknownPlace = 'Dropped on the Files view; its location is not known';
    assert.deepEqual(field.value, { kind: 'none', text: unknownPlace });
    assert.deepEqual([field.label, field.action, field.copyable], ['Local file', undefined, false]);
  });

  it('show fields that the interface does not name, also under the names of our own rows', () => {
    const contentLink = { ...record.contentLink, method: 'GET' };
    const view = viewOf({ record: { ...record, size: 3, 'a<b>': null, contentLink } });
    assert.deepEqual(row(view, 'other:size').value, code('3'));
    assert.deepEqual(row(view, 'size').value, { kind: 'text', text: '1.23 MB (1,234,567 bytes)' });
    assert.deepEqual([row(view, 'other:a<b>').label, row(view, 'other:a<b>').unnamed], ['a<b>', true]);
    assert.deepEqual(row(view, 'other:contentLink.method').value, code('GET'));
  });

  it('say when a record lacks a field, and show what has another form as it came', () => {
    const odd = { id: 5, name: '', expiryDate: 'soon', contentLink: 'none', uploadedAt: 17 };
    const view = viewOf({ record: odd });
    assert.deepEqual(row(view, 'id').value, code('5'));
    assert.deepEqual(row(view, 'name').value, { kind: 'none', text: 'Empty text' });
    assert.deepEqual(row(view, 'mimeType').value, { kind: 'none', text: 'Not in the answer' });
    assert.deepEqual(row(view, 'expiryDate').value, code('soon'));
    assert.deepEqual(row(view, 'contentLink').value, code('none'));
    assert.equal(row(view, 'contentLink').label, 'Content link');
    assert.deepEqual(row(view, 'uploadedAt').value, code('17'));
    assert.ok(!view.actions.includes('openContent'));
    const notes = [5, '', 'new_one'].map((purpose) => row(viewOf({ record: { purpose } }), 'purpose').note);
    assert.deepEqual(notes, [undefined, undefined, 'Unknown purpose']);
  });

  it('show text that disguises itself for what it is, and copy it as it came', () => {
    const name = 'invoice\u202efdp.exe';
    const change = { record: { ...record, name } };
    assert.equal(viewOf(change).title, 'invoice[U+202E]fdp.exe');
    assert.deepEqual(row(viewOf(change), 'name').value, text('invoice[U+202E]fdp.exe'));
    assert.equal(copiesOf(change)['name'], name);
  });

  it('cut what is huge, say so, and copy all of it', () => {
    const name = 'n'.repeat(5000);
    const change = { record: { ...record, name, big: 'x'.repeat(100_000) } };
    const { value } = row(viewOf(change), 'name');
    assert.equal(value.kind === 'text' && value.text, `${'n'.repeat(2000)}… (5000 characters in all)`);
    assert.equal(copiesOf(change)['name'], name);
    assert.deepEqual([viewOf(change).raw?.cut, viewOf(change).raw?.text.length], [true, 65_536]);
    const fitting = {
      a: 'y'.repeat(65_536 - JSON.stringify({ a: '' }, null, 2).length),
      b: 'z'.repeat(2000),
    };
    assert.equal(viewOf({ record: { a: fitting.a } }).raw?.cut, false);
    assert.deepEqual(row(viewOf({ record: fitting }), 'other:b').value, code(fitting.b));
  });

  it('give up to a hundred unnamed fields a row each, and mention the rest', () => {
    const many = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`field${index}`, index]));
    const view = viewOf({ record: { ...record, ...many } });
    const others = view.sections.find(({ heading }) => heading === 'Other fields')?.fields ?? [];
    assert.equal(others.length, 101);
    const more = (left: number) => {
      const value = { kind: 'none', text: `More fields in the raw JSON: ${left}.` };
      return { key: 'more:', label: 'More fields', value, copyable: false };
    };
    assert.deepEqual(others.at(-1), more(30));
    const long = viewOf({ record: { ['a'.repeat(900)]: 1, ['b'.repeat(901)]: 2 } });
    assert.equal(row(long, `other:${'a'.repeat(900)}`).copyable, true);
    assert.deepEqual(row(long, 'more:'), more(1));
  });

  it('show the whole envelope as raw JSON where it is kept, else the record', () => {
    const envelope = { success: true, message: 'ok', data: record };
    assert.deepEqual(JSON.parse(viewOf({ envelope }).raw?.text ?? ''), envelope);
    assert.deepEqual(JSON.parse(viewOf().raw?.text ?? ''), record);
  });

  it('say where the raw JSON hides the query of a link', () => {
    const withQuery = (query: string) => {
      const url = `https://files.test/content?${query}`;
      const data = { ...record, contentLink: { url, expiryDate: null } };
      return viewOf({ envelope: { data } }).raw?.redacted;
    };
    assert.deepEqual([withQuery('…'), withQuery('token=1')], [true, false]);
  });

  it('offer a preview of images and PDFs, and only where there is a link', () => {
    const image = { ...record, mimeType: 'image/jpeg' };
    const others = [
      { ...image, contentLink: null },
      { ...record, mimeType: 'text/html' },
    ];
    const shown = [{ record: image }, {}, { record: image, state: 'gone' as const }];
    const previews = [...shown, ...others.map((other) => ({ record: other }))].map(
      (of) => viewOf(of).preview,
    );
    assert.deepEqual(previews, [true, true, false, false, false]);
  });

  it('never throw, whatever the record holds', () => {
    const names = fc.oneof(fc.string(), fc.constantFrom(...Object.keys(record)));
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (unusual) => {
        const view = viewOf({ record: unusual });
        const keys = view.sections.flatMap(({ fields }) => fields.map(({ key }) => key));
        assert.equal(new Set(keys).size, keys.length, 'keys are unique');
        structuredClone(view);
      }),
    );
  });
});

describe('the state of a file', () => {
  const unknown = without(model(), 'file', 'record', 'fetchedAt', 'requestId');

  it('is a skeleton with the id while an unknown file is asked for, and not before', () => {
    const { view } = detailsView({ ...unknown, state: 'loading' }, viewContext);
    assert.deepEqual([view.title, view.subtitle], ['file_1.pdf', '']);
    assert.deepEqual(row(view, 'name').value, { kind: 'loading' });
    assert.deepEqual(row(view, 'id').value, code('file_1.pdf'));
    assert.deepEqual(view.actions, ['copyId']);
    assert.equal(view.raw, undefined);
    const { view: before } = detailsView({ ...unknown, state: 'stale' }, viewContext);
    assert.deepEqual(row(before, 'name').value, { kind: 'none', text: 'Known once the details are fetched' });
  });

  it('shows what the upload said before the first fetch', () => {
    const { view } = detailsView({ ...without(model(), 'record'), state: 'loading' }, viewContext);
    assert.deepEqual(row(view, 'name').value, text('invoice.pdf'));
    assert.deepEqual(row(view, 'contentLink.url').value, { kind: 'loading' });
  });

  it('distinguishes a file that is gone from one that never existed', () => {
    const known = 'The service no longer knows this file, or this key has no access to it. ';
    const kept = `${known}The last known details are shown below.`;
    for (const key of ['file', 'record'] as const) {
      const some = { ...without(model(), key), state: 'gone', exchangeId: 'exchange-1' } as const;
      const { notice } = detailsView(some, viewContext).view;
      assert.deepEqual(
        [notice?.text, notice?.requestId, notice?.actions],
        [kept, 'req_fetch', ['supportReport']],
      );
    }
    const never = 'The service does not know this file, or this key has no access to it. Check the id.';
    const { view } = detailsView({ ...unknown, state: 'gone' }, viewContext);
    assert.equal(view.notice?.text, never);
    assert.ok(!viewOf({ state: 'gone' }).actions.includes('copyLink'));
  });

  it('describes a failure in a sentence with its fields and request id, and what to do', () => {
    const fields = [{ fieldName: 'fileId', code: 'format', message: 'has the wrong form' }];
    const error = { kind: 'api', status: 401, message: 'The key was\u202e refused.', fields } as const;
    const change = { state: 'failed', error, requestId: 'req_failed', exchangeId: 'exchange-1' } as const;
    assert.deepEqual(viewOf({ ...change, environment: sandbox }).notice, {
      kind: 'failed',
      text: `The key was[U+202E] refused. The last known details are shown below.`,
      lines: ['fileId: has the wrong form'],
      requestId: 'req_failed',
      actions: ['configure', 'supportReport'],
    });
    assert.equal(copiesOf(change)[FAILED_REQUEST_ID], 'req_failed');
    assert.ok(!(FAILED_REQUEST_ID in copiesOf()));
    const { view, copies } = detailsView({ ...unknown, state: 'failed' }, viewContext);
    assert.equal(view.notice?.text, 'The details could not be fetched.');
    assert.ok(!copies.has(FAILED_REQUEST_ID));
  });

  it('offers the set-up only where that may help', () => {
    const network = { kind: 'network', message: 'No connection.' } as const;
    const configuration = { kind: 'configuration', message: 'No key.' } as const;
    const sent = { state: 'failed', exchangeId: 'exchange-1' } as const;
    const actionsFor = (error: ErrorFacts, environment: DetailsModel['environment'] = sandbox) =>
      viewOf({ ...sent, environment, error }).notice?.actions;
    assert.deepEqual(actionsFor(network), ['supportReport']);
    assert.deepEqual(actionsFor(configuration), ['configure', 'supportReport']);
    // It needs no set-up.
    const local = { ...sandbox, type: 'local' } as const;
    assert.deepEqual(actionsFor(configuration, local), ['startLocalSandbox', 'supportReport']);
    assert.deepEqual(actionsFor({ ...configuration, status: 401 }, local), ['supportReport']);
    // Where nothing was sent there is nothing to report.
    const { notice } = viewOf({ state: 'failed', error: configuration });
    assert.deepEqual(notice?.actions, ['startLocalSandbox']);
  });

  it('says when the details were fetched, and that they were not, but for files without any', () => {
    const { fetchedAt: _never, ...unfetched } = model();
    const said = (change: Partial<DetailsModel>) =>
      freshnessText(detailsView({ ...unfetched, ...change }, viewContext).view, 120_000);
    assert.equal(said({ state: 'fresh', fetchedAt: 60_000 }), 'Fetched 1 minute ago');
    assert.equal(said({ state: 'stale' }), 'Not fetched yet');
    assert.equal(said({ state: 'loading' }), 'Loading file details…');
    assert.equal(said({ state: 'loading', fetchedAt: 60_000 }), 'Refreshing…');
    for (const state of ['gone', 'failed', 'upload'] as const) assert.equal(said({ state }), '');
    for (const state of ['fresh', 'stale', 'loading'] as const)
      assert.equal(viewOf({ state }).notice, undefined, 'all is well');
  });
});
