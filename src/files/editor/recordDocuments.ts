import * as vscode from 'vscode';
import { readOnlyFiles } from '../../ui/documents/readOnlyFiles';
import type { FileOfEnvironment } from '../records/fileTarget';
import { percentDecoded } from '../../util/lenient';
import { t } from '../../util/text';

/** Read-only documents with the raw JSON of files; small, since activation loads it. */

const RECORD_SCHEME = 'payments-api-file';

/**
 * The address of the document about a file. Its last part is what the editor's tab shows.
 * @param fetchedAt when its record was fetched: the editor keeps a document that is open as it was read
 */
export function recordUri({ environment, fileId }: FileOfEnvironment, fetchedAt = 0): vscode.Uri {
  const path = [environment, fileId].map(encodeURIComponent).join('/');
  return vscode.Uri.from({ scheme: RECORD_SCHEME, path: `/${path}.json`, query: String(fetchedAt) });
}

/** Which file an address is about. */
function readRecordUri({ path }: vscode.Uri): FileOfEnvironment | undefined {
  const [, environment, name] = path.split('/');
  if (environment === undefined || name === undefined) return undefined;
  return {
    environment: percentDecoded(environment),
    fileId: percentDecoded(name.replace(/\.json$/, '')),
  };
}

/**
 * Registers the documents from the start, so that they come back after a reload of the window. A file system, and
 * not a content provider: the editor activates its extension before it restores a file.
 * @param read gives the text about a file, or undefined where nothing of it is known
 */
export function registerRecordDocuments(
  read: (file: FileOfEnvironment) => Promise<string | undefined>,
): vscode.Disposable {
  const files = readOnlyFiles(async (uri) => {
    const file = readRecordUri(uri);
    const text = file === undefined ? undefined : await read(file);
    if (text === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return { content: text };
  });
  const isReadonly = new vscode.MarkdownString(t('A record of what was sent and received cannot be edited.'));
  return vscode.workspace.registerFileSystemProvider(RECORD_SCHEME, files, {
    isReadonly,
    isCaseSensitive: true,
  });
}
