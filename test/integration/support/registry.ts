import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import type { Storage, StorageOptions } from '../../../src/storage';
import { Place } from '../../unit/storage/support';

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

/** The storage of a window with a new database, which goes with the test. */
export function newStorage(
  options?: Partial<StorageOptions>,
): AsyncDisposable & { readonly storage: Storage; readonly folder: string } {
  const place = new Place();
  const storage = place.open({ onProblem: ({ message }) => assert.fail(message), ...options });
  return { storage, folder: place.folder, [Symbol.asyncDispose]: () => place.end() };
}

/** Puts functions in the place of the editor's own, as those that ask or tell a person, until the test has ended. */
export function replaceInWindow(functions: Readonly<Record<string, unknown>>): Disposable {
  const before = Object.fromEntries(
    Object.keys(functions).map((name) => [name, Reflect.get(vscode.window, name) as unknown]),
  );
  Object.assign(vscode.window, functions);
  return {
    [Symbol.dispose]() {
      Object.assign(vscode.window, before);
    },
  };
}

/** Takes what is said by a context key, in the place of the editor, until the test has ended. */
export function watchContext(key: string): Disposable & { readonly said: readonly unknown[] } {
  const said: unknown[] = [];
  const run = vscode.commands.executeCommand.bind(vscode.commands);
  const mocked = mock.method(vscode.commands, 'executeCommand', (command: string, ...args: unknown[]) => {
    if (args[0] !== key) return run(command, ...args);
    said.push(args[1]);
    return Promise.resolve();
  });
  return {
    said,
    [Symbol.dispose]() {
      mocked.mock.restore();
    },
  };
}

/** Has the editor say of the workspace that it is not trusted, until the test has ended. */
export function withoutTrust(): Disposable {
  const before = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted');
  assert.ok(before, 'the editor says it by a property of its own');
  Object.defineProperty(vscode.workspace, 'isTrusted', { value: false, configurable: true });
  return {
    [Symbol.dispose]() {
      Object.defineProperty(vscode.workspace, 'isTrusted', before);
    },
  };
}
