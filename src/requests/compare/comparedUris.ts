import * as vscode from 'vscode';
import { plainText } from '../../util/plainText';
import { documentUri, ROOTS, SCHEME } from '../exchange/requestUris';
import type { Exchange } from '../../api/exchange';
import { shownLanguage } from '../../util/text';

/**
 * Addresses of the two sides of a comparison. They hold all that is needed to read them again after a reload: the path
 * is made for people, the query says whose answer it is and how it is shown.
 */

/** Ends the query where volatile fields are left out. No id of an exchange holds it. */
const STABLE = '&stable';

/** One side: whose answer, and whether fields that differ between any two answers are left out. */
export interface Side {
  readonly id: string;
  readonly stable: boolean;
}

/** The document of one side. Its name is what the editor shows above it. */
export function comparedUri(exchange: Exchange, environmentName: string, stable: boolean): vscode.Uri {
  const query = `${exchange.id}${stable ? STABLE : ''}`;
  return documentUri(ROOTS.compared, environmentName, `${sideName(exchange)}.json`, query);
}

/** Which side an address names, or undefined for another document. */
export function readComparedUri({ scheme, path, query }: vscode.Uri): Side | undefined {
  const [, root] = path.split('/');
  if (scheme !== SCHEME || root !== ROOTS.compared || query === '') return undefined;
  const stable = query.endsWith(STABLE);
  return { id: stable ? query.slice(0, -STABLE.length) : query, stable };
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
  // A slash of a date would be taken out of the name.
  return plainText(`${exchange.method} ${last} ${sideTitle(exchange)}`, 70).replace(/[/\\]/g, '-');
}
