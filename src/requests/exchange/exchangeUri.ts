import type * as vscode from 'vscode';
import type { Exchange } from '../../api/model/exchange';
import { bodyExtension, isShownAsJson } from './answer';
import { outcomeWord } from './exchangeWords';
import { documentUri, ROOTS } from './requestUris';

/**
 * The document of an exchange.
 * @param environmentName as the breadcrumbs show it
 */
export function exchangeUri(exchange: Exchange, environmentName: string): vscode.Uri {
  const root = isShownAsJson(exchange) ? ROOTS.exchange : ROOTS.text;
  return documentUri(root, environmentName, exchangeTitle(exchange), exchange.id);
}

/** The document of the answer's body alone. */
export function bodyUri(exchange: Exchange, environmentName: string): vscode.Uri {
  const name = `${exchangeTitle(exchange)}${bodyExtension(exchange)}`;
  return documentUri(ROOTS.body, environmentName, name, exchange.id);
}

/** The support report on an exchange. */
export function reportUri(exchange: Exchange, environmentName: string): vscode.Uri {
  return documentUri(ROOTS.report, environmentName, 'Support report.txt', exchange.id);
}

/** What a person would call an exchange, such as `GET things · 200`. */
export function exchangeTitle({
  method,
  path,
  status,
  outcome,
}: Pick<Exchange, 'method' | 'path' | 'status' | 'outcome'>): string {
  const [bare = ''] = path.split('?', 1);
  const last = bare.split('/').findLast((segment) => segment !== '') ?? '/';
  return `${method} ${decoded(last).slice(0, 60)} · ${status ?? outcomeWord({ outcome })}`;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
