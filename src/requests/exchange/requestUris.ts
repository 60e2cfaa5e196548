import * as vscode from 'vscode';

/** Addresses of the read-only documents that this extension shows; small, since activation loads it. */

export const SCHEME = 'payments-api';

/** How the name of a request file ends: such a file can be sent, and its fields are completed and checked. */
export const REQUEST_FILE = '.payments-request.json';

/** A document of ours, as its address names it. */
export type DocumentName =
  | { readonly kind: 'exchange'; readonly id: string }
  | { readonly kind: 'report'; readonly id: string }
  | { readonly kind: 'schema' };

/** The document of an exchange. Its name is what the editor's tab shows. */
export function exchangeUri({
  id,
  method,
  path,
}: {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}): vscode.Uri {
  const [bare = ''] = path.split('?', 1);
  const last = bare.split('/').findLast((segment) => segment !== '') ?? 'request';
  return document('requests', id, `${method} ${tabName(last)}.jsonc`);
}

/** The support report on an exchange. */
export function reportUri(exchangeId: string): vscode.Uri {
  return document('reports', exchangeId, 'Support report.txt');
}

/** Which document an address names, or undefined for none of ours. */
export function readDocumentUri(uri: vscode.Uri): DocumentName | undefined {
  const [, folder, id = ''] = uri.path.split('/');
  if (uri.scheme !== SCHEME) return undefined;
  if (folder === 'schemas') return { kind: 'schema' };
  if (id === '') return undefined;
  if (folder === 'requests') return { kind: 'exchange', id };
  return folder === 'reports' ? { kind: 'report', id } : undefined;
}

/** The exchange whose document is in front, if one is. */
export function activeExchangeId(): string | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri === undefined ? undefined : exchangeIdIn(uri);
}

/** The exchange that a document is about, if it is one of ours. */
export function exchangeIdIn(uri: vscode.Uri): string | undefined {
  const name = readDocumentUri(uri);
  return name === undefined || name.kind === 'schema' ? undefined : name.id;
}

function document(folder: string, id: string, name: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${folder}/${id}/${name}` });
}

/** What a tab can show of a path: no controls, nothing that reads as another folder. */
function tabName(segment: string): string {
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    // Shown as it came.
  }
  const plain = text.replace(/[\p{Cc}\p{Cf}/\\]/gu, '').slice(0, 60);
  return plain === '' ? 'request' : plain;
}
