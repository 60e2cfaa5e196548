import * as vscode from 'vscode';

/**
 * Addresses of the read-only documents that this extension shows; small, since activation loads it. The path is
 * what a tab, the breadcrumbs and the list of recent documents show, so it is made for people; the query says
 * which document it is. The first segment also decides the language (package.json, `contributes.languages`).
 */

export const SCHEME = 'payments-api';

/**
 * First segments of the paths, the same in every language: menus compare them (package.json). So they are words that
 * developers read in all of them.
 */
export const ROOTS = {
  exchange: 'Payments API',
  /** An exchange whose answer is not JSON. */
  text: 'Payments API text',
  body: 'Payments API body',
  report: 'Payments API report',
  /** One side of a comparison; see compare/comparisons.ts. */
  compared: 'Payments API diff',
} as const;

/** A document of ours, as its address names it. */
export interface DocumentName {
  readonly kind: 'exchange' | 'body' | 'report';
  readonly id: string;
}

/** Makes the address of a document about an exchange. */
export function documentUri(
  root: (typeof ROOTS)[keyof typeof ROOTS],
  environment: string,
  name: string,
  exchangeId: string,
): vscode.Uri {
  return vscode.Uri.from({
    scheme: SCHEME,
    path: `/${root}/${pathSegment(environment)}/${pathSegment(name)}`,
    query: exchangeId,
  });
}

/** Which document an address names, or undefined for none of ours. */
export function readDocumentUri(uri: vscode.Uri): DocumentName | undefined {
  if (uri.scheme !== SCHEME) return undefined;
  const [, root] = uri.path.split('/');
  const id = uri.query;
  if (id === '') return undefined;
  if (root === ROOTS.exchange || root === ROOTS.text) return { kind: 'exchange', id };
  if (root === ROOTS.body) return { kind: 'body', id };
  return root === ROOTS.report ? { kind: 'report', id } : undefined;
}

/** The exchange whose document is in front, if one is. */
export function activeExchangeId(): string | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri === undefined ? undefined : exchangeIdIn(uri);
}

/** The exchange that a document is about, if it is one of ours. */
export function exchangeIdIn(uri: vscode.Uri): string | undefined {
  return readDocumentUri(uri)?.id;
}

/** What a tab can show of a text: no controls, nothing that reads as another folder. */
function pathSegment(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}/\\]/gu, '')
    .slice(0, 80)
    .toWellFormed()
    .trim();
  return plain === '' || plain === '.' || plain === '..' ? 'request' : plain;
}
