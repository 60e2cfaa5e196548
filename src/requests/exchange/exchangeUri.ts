import type * as vscode from 'vscode';
import type { Exchange } from '../../api/model/exchange';
import { bodyExtension, isShownAsJson } from './answer';
import { outcomeWord } from '../../ui/formats/outcomeWord';
import { documentUri, ROOTS } from './requestUris';
import { lastSegment } from '../../util/plainText';
import { percentDecoded } from '../../util/lenient';

/**
 * The document of an exchange.
 * @param environmentName as the breadcrumbs show it
 * @param page which page of a list it is, in a few characters
 */
export function exchangeUri(exchange: Exchange, environmentName: string, page: string): vscode.Uri {
  const root = isShownAsJson(exchange) ? ROOTS.exchange : ROOTS.text;
  return documentUri(root, environmentName, exchangeTitle(exchange, page), exchange.id);
}

/** The document of the answer's body alone. */
export function bodyUri(exchange: Exchange, environmentName: string, page: string): vscode.Uri {
  const name = `${exchangeTitle(exchange, page)}${bodyExtension(exchange)}`;
  return documentUri(ROOTS.body, environmentName, name, exchange.id);
}

/** The support report on an exchange. */
export function reportUri(exchange: Exchange, environmentName: string): vscode.Uri {
  return documentUri(ROOTS.report, environmentName, 'Support report.txt', exchange.id);
}

/** What a person would call an exchange, such as `GET things · 200`, or `GET things 11–20 · 200` for a later page. */
export function exchangeTitle(
  exchange: Pick<Exchange, 'method' | 'path' | 'status' | 'outcome'>,
  page: string,
): string {
  const { method, path, status, outcome } = exchange;
  const last = lastSegment(path) ?? '/';
  return `${method} ${percentDecoded(last).slice(0, 60)}${page === '' ? '' : ` ${page}`} · ${status ?? outcomeWord({ outcome })}`;
}
