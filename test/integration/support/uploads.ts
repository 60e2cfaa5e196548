/** What the tests of uploads have in common. */
import { DatabaseSync } from 'node:sqlite';
import type * as vscode from 'vscode';
import { refusing, type Handler, type SeenRequest } from '../../support/httpServer';
import { acceptUpload, databaseFile, startService, type Service } from './contract';
import { newPdf, succeed, writeFile } from './extension';

export const ANSWERS = { purpose: 'payment_evidence', duplicates: 'skip', environment: 'sandbox' } as const;

export const refuse = refusing(400);

/** Refuses the first upload, and takes all others. */
export const refuseFirst: Handler = (request, response, index) =>
  (index === 0 ? refuse : acceptUpload)(request, response, index);

/** What a service does that takes uploads when the test says so. */
export class Gate {
  #asked = Promise.withResolvers<undefined>();
  #open = Promise.withResolvers<Handler>();

  readonly handler: Handler = (request, response, index) => {
    this.#asked.resolve(undefined);
    void this.#open.promise.then((handler) => handler(request, response, index));
  };

  /** Resolves when a request is there. */
  get asked(): Promise<undefined> {
    return this.#asked.promise;
  }

  open(handler = acceptUpload): void {
    this.#open.resolve(handler);
  }
}

/** Uploads a new file to the Local Sandbox. @returns its id */
export async function uploadNew(name: string, content = newPdf()): Promise<string> {
  const options = { ...ANSWERS, duplicates: 'upload', environment: 'local' };
  const { data } = await succeed('uploadFiles', await writeFile(name, content), undefined, options);
  return String(data[0]?.file?.['id']);
}

/** The same bytes under several names. */
export function copies(...names: string[]): Promise<vscode.Uri[]> {
  const content = newPdf();
  return Promise.all(names.map((name) => writeFile(name, content)));
}

export const statuses = (results: readonly { readonly status: string }[]) =>
  results.map(({ status }) => status);

/** Looks into the registry, or changes its rows as a window that was killed leaves them. */
export async function inDatabase<T>(work: (db: DatabaseSync) => T): Promise<T> {
  using db = new DatabaseSync(await databaseFile());
  db.exec('PRAGMA busy_timeout = 5000');
  return work(db);
}

/** A service for each test of a group, which answers as usual until the test says something else. */
export function serviceOfEach(usual: Handler): { answer: Handler; seen: readonly SeenRequest[] } {
  const each: ReturnType<typeof serviceOfEach> = { answer: usual, seen: [] };
  let service: Service;
  beforeEach(async () => {
    each.answer = usual;
    service = await startService((...request) => each.answer(...request));
    each.seen = service.seen;
  });
  afterEach(() => service[Symbol.asyncDispose]());
  return each;
}
