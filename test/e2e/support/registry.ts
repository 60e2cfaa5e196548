import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalSandbox } from '../../../src/sandbox';
import { ResetId } from '../../../src/sandbox/resetId';
import { openStorage, type KnownFile, type Storage } from '../../../src/storage';

/** Where the extension keeps its own data in an editor. */
export function globalStorage(dataDir: string): string {
  return join(dataDir, 'data/User/globalStorage/payments-tools.payments-api-explorer');
}

/** Works on the registry beside the extension, as another window does. */
export async function withStorage<T>(dataDir: string, work: (storage: Storage) => T): Promise<T> {
  // What is kept belongs to one filling of the Local Sandbox, so there has to be one.
  if (!existsSync(sandboxFile(dataDir))) {
    mkdirSync(globalStorage(dataDir), { recursive: true });
    await (await startLocalSandbox({ file: sandboxFile(dataDir) })).close();
  }
  return useStorage(dataDir, work);
}

function useStorage<T>(dataDir: string, work: (storage: Storage) => T): T {
  const reset = new ResetId(sandboxFile(dataDir));
  const storage = openStorage({
    file: join(globalStorage(dataDir), 'payments-api.db'),
    identityOf: () => reset.current,
    onProblem: ({ message }) => {
      throw new Error(message);
    },
  });
  try {
    return work(storage);
  } finally {
    storage.close();
    reset.close();
  }
}

function sandboxFile(dataDir: string): string {
  return join(globalStorage(dataDir), 'local-sandbox.db');
}

/** Every file that the registry knows of the Local Sandbox. */
export function knownFiles(dataDir: string): readonly KnownFile[] {
  return useStorage(dataDir, ({ files }) => files.list({ environment: 'local', limit: 10_000 }).items);
}
