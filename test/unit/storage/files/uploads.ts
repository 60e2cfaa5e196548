import assert from 'node:assert/strict';
import type { KnownFile, Storage } from '../../../../src/storage';
import { begin, newUpload } from '../support';

export const invoice = newUpload('invoice.pdf');

export const refused = { state: 'failed', error: { kind: 'api', message: '', status: 400 } } as const;
export const doubtful = {
  state: 'failed',
  error: { kind: 'http', message: '', status: 504, mayHaveActed: true },
} as const;
export const unknown = {
  state: 'unknown',
  error: { kind: 'unknown-outcome', message: '', mayHaveActed: true },
} as const;

/** A row again, as a retry begins it. */
export function again({ files }: Storage, { key }: KnownFile) {
  const [begun] = files.beginBatch([{ ...invoice, repeats: key }]);
  return begun ?? assert.fail('nothing begun');
}

export const rowOf = ({ files }: Storage, { key }: Pick<KnownFile, 'key'>) =>
  files.getByKey(key) ?? assert.fail('no row');

/** Whether another upload of the same bytes may be sent. It gives way where not. */
export function isSent({ files }: Storage, ...permitted: KnownFile[]): boolean {
  const row = begin({ files }, { ...invoice, uri: 'file:///copy' });
  const permit = new Map(permitted.map(({ key, state }) => [key, state]));
  const other = files.startSending(row.key, { permit });
  if (other === undefined) files.fail(row.key, refused);
  else files.giveWay(row.key, other);
  return other === undefined;
}
