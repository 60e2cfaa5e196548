import * as vscode from 'vscode';

/** What a file holds, and when it was made, in milliseconds since the epoch. */
export interface Content {
  readonly content: Uint8Array | string;
  readonly time?: number;
}

/**
 * A file system that can only be read: it refuses every change and watches nothing. Folders are empty.
 * @param read gives a file; it is read for its size too
 * @param own what is done in another way
 */
export function readOnlyFiles(
  read: (uri: vscode.Uri) => Promise<Content>,
  own: Partial<vscode.FileSystemProvider> = {},
): vscode.FileSystemProvider {
  const nothing = () => new vscode.Disposable(() => undefined);
  const refuse = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  return {
    async stat(uri) {
      const { content, time = 0 } = await read(uri);
      return { type: vscode.FileType.File, ctime: time, mtime: time, size: Buffer.byteLength(content) };
    },
    async readFile(uri) {
      const { content } = await read(uri);
      return typeof content === 'string' ? Buffer.from(content) : content;
    },
    onDidChangeFile: nothing,
    watch: nothing,
    readDirectory: () => [],
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
    ...own,
  };
}
