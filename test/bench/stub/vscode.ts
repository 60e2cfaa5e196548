// As much of the editor's module as activation and uploads touch, for the benchmarks to run in plain Node;
// see editorStub.ts. Whatever is not here is a thing that can be called, made and read, and does nothing.
import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { built } from '../built';

class Uri {
  readonly #url: URL;
  readonly scheme = 'file';
  constructor(url: URL) {
    this.#url = url;
  }
  static file(path: string): Uri {
    return new Uri(pathToFileURL(path));
  }
  static from({ scheme, path }: { readonly scheme: string; readonly path: string }): Uri {
    return new Uri(new URL(`${scheme}:${path}`));
  }
  static joinPath(base: Uri, ...parts: string[]): Uri {
    return Uri.file(posix.join(base.fsPath, ...parts));
  }
  get path(): string {
    return decodeURIComponent(this.#url.pathname);
  }
  get fsPath(): string {
    return fileURLToPath(this.#url);
  }
  toString(): string {
    return this.#url.href;
  }
}

class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

class FileSystemError extends Error {
  readonly code = 'Unknown';
}

class Anything {
  readonly nothing = undefined;
}

/** Replaces everything else. */
const anything: unknown = new Proxy(Anything, {
  get: (_target, name) => {
    if (name === 'prototype') return Anything.prototype;
    if (name === Symbol.toPrimitive) return () => '';
    return typeof name === 'symbol' || name === 'then' ? undefined : anything;
  },
  set: () => true,
  apply: () => anything,
  construct: () => anything as object,
});

function withAnything(known: Record<string, unknown>): Record<string, unknown> {
  return Object.assign(Object.create(new Proxy({}, { get: () => anything })) as object, known);
}

/** What `require('vscode')` gives. */
export const editor = withAnything({
  // Makes a bundler's interop use this object, so that missing members are found too.
  __esModule: true,
  Uri,
  EventEmitter,
  FileSystemError,
  CancellationError: class extends Error {},
  FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
  ExtensionMode: { Production: 1, Development: 2, Test: 3 },
  l10n: {
    t: (text: string, ...values: unknown[]) => text.replace(/\{(\d)\}/g, (_, n) => String(values[Number(n)])),
  },
  workspace: withAnything({
    isTrusted: true,
    getConfiguration: () => ({ get: () => undefined, inspect: () => undefined }),
    fs: {
      readFile: (uri: Uri) => readFile(uri.fsPath),
      stat: async (uri: Uri) => {
        const { size } = await stat(uri.fsPath);
        return { type: 1, size };
      },
    },
  }),
});

/** What `activate` is given. */
export const extensionContext = withAnything({
  globalStorageUri: Uri.file(tmpdir()),
  subscriptions: [],
  extensionMode: 1,
  extension: { packageJSON: JSON.parse(readFileSync(built('package.json'), 'utf8')) as unknown },
  globalState: { get: () => undefined, update: () => Promise.resolve(), keys: () => [] },
  workspaceState: { get: () => undefined, update: () => Promise.resolve(), keys: () => [] },
});
