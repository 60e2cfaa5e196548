import * as vscode from 'vscode';
import { plainText } from '../../util/plainText';
import { SCHEME } from '../exchange/requestUris';
import type { Exchange } from '../../api/exchange';
import { shownLanguage } from '../../util/text';

/** Addresses of the two sides of a comparison. They hold all that is needed to read them again after a reload. */

const FOLDER = 'compared';

/** One side: whose answer, and whether fields that differ between any two answers are left out. */
export interface Side {
  readonly id: string;
  readonly stable: boolean;
}

/** The document of one side. Its name is what the editor shows above it. */
export function comparedUri(exchange: Exchange, stable: boolean): vscode.Uri {
  const path = `/${FOLDER}/${exchange.id}/${stable ? 'stable' : 'all'}/${sideName(exchange)}.json`;
  return vscode.Uri.from({ scheme: SCHEME, path });
}

/** Which side an address names, or undefined for another document. */
export function readComparedUri(uri: vscode.Uri): Side | undefined {
  const [, folder, id = '', mode] = uri.path.split('/');
  if (uri.scheme !== SCHEME || folder !== FOLDER || id === '') return undefined;
  return { id, stable: mode === 'stable' };
}

/** What distinguishes the sides: the status, and the time of the request. */
export function sideTitle({ status, startedAt }: Exchange): string {
  const time = new Intl.DateTimeFormat(shownLanguage(), { dateStyle: 'short', timeStyle: 'medium' });
  return [...(status === undefined ? [] : [status]), time.format(startedAt)].join(' · ');
}

/** The last part of the path, and what distinguishes the sides, as one file name. */
function sideName(exchange: Exchange): string {
  const [bare = ''] = exchange.path.split('?', 1);
  const last = bare.split('/').findLast((segment) => segment !== '') ?? '';
  return plainText(`${exchange.method} ${last} ${sideTitle(exchange)}`, 100).replace(/[/\\]/g, '-');
}
