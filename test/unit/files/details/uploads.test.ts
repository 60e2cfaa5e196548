import assert from 'node:assert/strict';
import type { ErrorFacts } from '../../../../src/api/model/errors';
import { FAILED_REQUEST_ID } from '../../../../src/files/details/model/detailsProtocol';
import { detailsView } from '../../../../src/files/details/model/detailsView';
import type { DetailsModel } from '../../../../src/files/details/model/source';
import type { FileState, KnownFile } from '../../../../src/storage/types/storageTypes';
import { knownFile, viewContext } from './support';

const fields = [{ fieldName: 'file', code: 'too_large', message: 'Too large' }];
const refused: ErrorFacts = { kind: 'api', message: 'The service refused the upload.', status: 422, fields };
const environment = { id: 'local', name: 'Local Sandbox', type: 'local' } as const;
const { fileId: _none, uploadedAt: _never, exchangeId: _neither, ...unsent } = knownFile;

function details(state: FileState, change: Partial<KnownFile> = {}, more: Partial<DetailsModel> = {}) {
  const file: KnownFile = { ...unsent, state, exchangeId: 'exchange', ...change };
  return detailsView({ environment, fileId: '', file, state: 'upload', ...more }, viewContext);
}

describe('the details of an upload that is no file of the service', () => {
  const states: [FileState, words: string, isOver: boolean][] = [
    ['failed', 'Failed', true],
    ['unknown', 'Outcome unknown', true],
    ['cancelled', 'Cancelled', true],
    ['not-sent', 'Not sent', true],
    ['pending', 'Waiting', false],
    ['uploading', 'Uploading', false],
  ];
  for (const [state, words, isOver] of states) {
    it(`say what became of it, and offer ${isOver ? 'to check, retry or remove it' : 'nothing'}: ${state}`, () => {
      const { title, subtitle, notice, actions, preview } = details(state, { error: refused }).view;
      assert.deepEqual([title, subtitle], ['invoice.pdf', `${words} · Payment evidence · 1.23 MB`]);
      assert.deepEqual([actions, preview], [isOver ? ['retryUpload', 'forgetFile'] : [], false]);
      assert.equal(notice?.text, isOver ? 'The service refused the upload.' : undefined);
      if (!isOver) return;
      assert.deepEqual([notice?.lines, notice?.actions], [['file: Too large'], ['supportReport']]);
      assert.equal(notice?.kind, state === 'failed' ? 'failed' : 'gone');
    });
  }

  it('show what was sent and with which request, and no field that only the service knows', () => {
    const { view, copies } = details('failed', { error: refused });
    const rows = view.sections.map(({ heading, fields }) => [
      heading,
      ...fields.map(({ key, label }) => `${key}: ${label}`),
    ]);
    assert.deepEqual(rows, [
      ['File', 'name: Name', 'purpose: Purpose', 'mimeType: Type'],
      [
        ...['Uploaded from here', 'uri: Local file', 'size: Size', 'sha256: SHA-256'],
        ...['createdAt: Upload started', 'uploadRequestId: Upload request ID'],
      ],
    ]);
    assert.deepEqual(view.sections[0]?.fields[0]?.value, { kind: 'text', text: 'invoice.pdf', code: false });
    assert.equal(copies.get(FAILED_REQUEST_ID), 'req_upload');
  });

  it('offer nothing any more once it was taken out of the list', () =>
    assert.deepEqual(details('failed', { error: refused }, { removed: true }).view.actions, []));

  it('have a title also where nothing of it can be shown', () => {
    const { view } = detailsView({ environment, fileId: '', state: 'upload' }, viewContext);
    assert.equal(view.title, 'File Details');
  });

  it('say where it may have arrived all the same', () => {
    const { view } = details('failed', { error: refused, mayHaveActed: true });
    assert.match(view.subtitle, /^Failed · may have arrived · /);
    assert.equal(view.notice?.kind, 'unknown');
  });

  it('lead to the set-up where the key was refused, and offer no report where nothing was sent', () => {
    const error = { kind: 'configuration', message: 'No key.' } as const;
    const sandbox = { environment: { ...environment, type: 'sandbox' } } as const;
    const actionsOf = (more: Partial<DetailsModel>) =>
      details('failed', { error }, more).view.notice?.actions;
    assert.deepEqual(actionsOf(sandbox), ['configure', 'supportReport']);
    assert.deepEqual(actionsOf({}), ['supportReport'], 'the Local Sandbox has no set-up');
    const file: KnownFile = { ...unsent, state: 'not-sent', error: refused };
    const { notice } = detailsView({ environment, fileId: '', file, state: 'upload' }, viewContext).view;
    assert.deepEqual(notice?.actions, []);
  });

  it('are kept by their row over a reload', () =>
    assert.deepEqual(details('failed').view.target, { environment: 'local', fileId: '', row: 1 }));
});
