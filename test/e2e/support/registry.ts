import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openStorage, type KnownFile, type Storage } from '../../../src/storage';

/** Where the extension keeps its own data in an editor. */
export function globalStorage(dataDir: string): string {
  return join(dataDir, 'data/User/globalStorage/payments-tools.payments-api-explorer');
}

/** The path of the extension's database. */
export function databaseFile(dataDir: string): string {
  return join(globalStorage(dataDir), 'payments-api.db');
}

/** Works on the registry beside the extension, as another window does. */
export function withStorage<T>(dataDir: string, work: (storage: Storage) => T): T {
  const file = databaseFile(dataDir);
  mkdirSync(dirname(file), { recursive: true });
  const storage = openStorage({
    file,
    onProblem: ({ message }) => {
      throw new Error(message);
    },
  });
  try {
    return work(storage);
  } finally {
    storage.close();
  }
}

/** Every file that the registry knows of the Local Sandbox. */
export function knownFiles(dataDir: string): readonly KnownFile[] {
  return withStorage(dataDir, ({ files }) => files.list({ environment: 'local', limit: 10_000 }).items);
}

/** Puts uploaded files into the registry that the service has never heard of. */
export function seedFiles(
  dataDir: string,
  names: readonly string[],
  purpose = 'payment_evidence',
  mimeType = 'application/pdf',
): void {
  withStorage(dataDir, ({ files }) => {
    const rows = files.begin(
      names.map((name) => ({
        environment: 'local',
        name,
        purpose,
        mimeType,
        size: 1000,
        sha256: crypto.randomUUID(),
        uri: `file:///seeded/${encodeURIComponent(name)}`,
      })),
    );
    const now = Date.now();
    for (const [index, { key }] of rows.entries()) {
      files.finish(key, {
        fileId: `file_seed${crypto.randomUUID()}.pdf`,
        purpose,
        mimeType,
        uploadedAt: new Date(now - index * 60_000).toISOString(),
      });
    }
  });
}
