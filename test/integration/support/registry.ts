import type * as vscode from 'vscode';
import type { NewUpload } from '../../../src/storage';

/** An upload as it is begun. */
export function newUpload(environment: string, name: string): NewUpload {
  return {
    environment,
    name,
    purpose: 'payment_evidence',
    mimeType: 'application/pdf',
    size: 1234,
    sha256: Buffer.from(name).toString('hex').padStart(64, '0'),
    uri: `file:///invoices/${encodeURIComponent(name)}`,
  };
}

/** A memory of the editor for one test. */
export function memento(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, fallback?: T) => (values.has(key) ? (values.get(key) as T) : fallback),
    update(key: string, value: unknown) {
      values.set(key, value);
      return Promise.resolve();
    },
  };
}
