import type * as vscode from 'vscode';
import type { Exchange } from '../../api/model/exchange';
import { bodyExtension, isShownAsJson } from './answer';
import { outcomeWord } from '../../ui/formats/outcomeWord';
import { documentUri, ROOTS, type DocumentName } from './requestUris';
import { lastSegment } from '../../util/plainText';
import { percentDecoded } from '../../util/lenient';

/**
 * The document of an exchange, of its answer's body alone, or the support report on it. It has the name that a person
 * would give it, such as `GET things · 200`, or `GET things 11–20 · 200` for a later page.
 * @param environmentName as the breadcrumbs show it
 * @param page which page of a list it is, in a few characters
 */
export function exchangeUri(
  kind: DocumentName['kind'],
  exchange: Exchange,
  environmentName: string,
  page: string,
): vscode.Uri {
  const { id, method, path, status, outcome } = exchange;
  const last = percentDecoded(lastSegment(path) ?? '/').slice(0, 60);
  const title = `${method} ${last}${page === '' ? '' : ` ${page}`} · ${status ?? outcomeWord({ outcome })}`;
  const root = isShownAsJson(exchange) ? 'exchange' : 'text';
  if (kind === 'exchange') return documentUri(ROOTS[root], environmentName, title, id);
  const name = kind === 'body' ? `${title}${bodyExtension(exchange)}` : 'Support report.txt';
  return documentUri(ROOTS[kind], environmentName, name, id);
}
