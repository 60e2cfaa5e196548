import type { DetailsModel } from '../../../../src/files/details/model/source';
import type { ViewContext } from '../../../../src/files/details/model/detailsView';
import type { KnownFile } from '../../../../src/storage/types/storageTypes';

export const viewContext: ViewContext = { showing: 7, pinned: false, environmentTitle: 'Local Sandbox' };

export const record = {
  id: 'file_1.pdf',
  purpose: 'payment_evidence',
  name: 'invoice.pdf',
  mimeType: 'application/pdf',
  contentLink: {
    url: 'http://127.0.0.1:1/v1/files/file_1.pdf/content',
    expiryDate: '2026-01-02T03:04:05.678Z',
  },
  expiryDate: null,
  uploadedAt: '2026-01-02T02:04:05.678Z',
};

export const knownFile: KnownFile = {
  key: 1,
  environment: 'local',
  generation: 1,
  state: 'uploaded',
  mayHaveActed: false,
  fileId: 'file_1.pdf',
  name: 'invoice.pdf',
  purpose: 'payment_evidence',
  mimeType: 'application/pdf',
  size: 1_234_567,
  sha256: 'ab'.repeat(32),
  uri: 'vscode-vfs://host/folder/invoice.pdf',
  uploadedAt: '2026-01-02T02:04:05.678Z',
  createdAt: Date.parse('2026-01-02T02:04:00.000Z'),
  sortTime: 0,
  requestId: 'req_upload',
  gone: false,
};

/** A file that was uploaded from here and just fetched, with some of it changed. */
export function model(change: Partial<DetailsModel> = {}): DetailsModel {
  return {
    environment: { id: 'local', name: 'Local Sandbox', type: 'local' },
    fileId: 'file_1.pdf',
    file: knownFile,
    record,
    fetchedAt: Date.parse('2026-01-02T03:00:00.000Z'),
    state: 'fresh',
    requestId: 'req_fetch',
    ...change,
  };
}
