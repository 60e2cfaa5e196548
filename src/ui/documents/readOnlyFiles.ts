import * as vscode from 'vscode';

type Reading = Pick<vscode.FileSystemProvider, 'onDidChangeFile' | 'stat' | 'readFile'> &
  Partial<Pick<vscode.FileSystemProvider, 'readDirectory'>>;

/**
 * A file system that can only be read: it refuses every change and watches nothing.
 * @param reading how it is read; folders are empty unless it lists them
 */
export function readOnlyFiles(reading: Reading): vscode.FileSystemProvider {
  const refuse = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  return {
    watch: () => new vscode.Disposable(() => undefined),
    readDirectory: () => [],
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
    ...reading,
  };
}
