import type * as vscode from 'vscode';

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
