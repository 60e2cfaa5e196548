import * as vscode from 'vscode';
import { localDay } from '../../storage/types/days';
import { plainText } from '../../util/plainText';
import { documentUri, ROOTS, SCHEME } from '../exchange/requestUris';
import type { Exchange } from '../../api/model/exchange';
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

/** What distinguishes the sides: the status, and the time of the request; its date, where they differ in that. */
export function sideTitle({ status, startedAt }: Exchange, other?: Exchange): string {
  const isSameDay = other !== undefined && localDay(startedAt) === localDay(other.startedAt);
  const time = new Intl.DateTimeFormat(shownLanguage(), {
    ...(!isSameDay && { dateStyle: 'short' }),
    timeStyle: 'medium',
  });
  return [...(status === undefined ? [] : [status]), time.format(startedAt)].join(' · ');
}

/** What was asked for, short enough for a tab: the method and the last part of the path. */
export function comparedTitle({ method, path }: Exchange): string {
  const [bare = ''] = path.split('?', 1);
  return plainText(`${method} ${bare.split('/').findLast((segment) => segment !== '') ?? ''}`, 60);
}

/** What was asked for, and what distinguishes the sides, as one file name. */
function sideName(exchange: Exchange): string {
  // A slash of a date would be taken out of the name.
  return plainText(`${comparedTitle(exchange)} ${sideTitle(exchange)}`, 70).replace(/[/\\]/g, '-');
}
