import * as vscode from 'vscode';
import { findInWorkspace } from '../../ui/documents/findInWorkspace';
import { readBytes } from '../../ui/documents/readFile';
import type { OfferNode } from './operationNodes';

/** Names that API descriptions usually have. */
const USUAL = '**/{openapi,swagger,*.openapi,*-openapi,openapi-*,*.swagger}*.{json,yaml,yml}';
const ELSEWHERE = '**/{node_modules,dist,out,.git}/**';
const MOST = 5;
/** Bytes at the beginning in which a description says what it is. */
const BEGINNING = 4096;

/** Files of the workspace that are API descriptions, by name and content, and the way to choose any other. */
export async function findOffers(): Promise<OfferNode[]> {
  const uris = vscode.workspace.isTrusted ? await findInWorkspace(USUAL, ELSEWHERE, MOST * 4) : [];
  const found: OfferNode[] = [];
  for (const uri of uris ?? []) {
    if (found.length < MOST && (await isDescription(uri))) found.push({ kind: 'offer', uri });
  }
  return [...found, { kind: 'offer', uri: undefined }];
}

async function isDescription(uri: vscode.Uri): Promise<boolean> {
  try {
    const bytes = await readBytes(uri);
    const beginning = new TextDecoder().decode(bytes.subarray(0, BEGINNING));
    return /(?:^|["'{,\s])(?:openapi|swagger)["']?\s{0,9}:\s{0,9}["']?[23]\./.test(beginning);
  } catch {
    return false;
  }
}
