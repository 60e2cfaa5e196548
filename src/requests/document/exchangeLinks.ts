import * as vscode from 'vscode';
import type { Exchange } from '../../api/model/exchange';
import { commandId, type CommandName } from '../../commands/commands';
import type { Environments } from '../../services/environments/environments';
import type { Exchanges } from '../exchange/exchanges';
import { isImported } from '../exchange/imported';
import { readDocumentUri } from '../exchange/requestUris';
import { plainText } from '../../util/plainText';
import { findValueLinks, type LinkContext, type ValueLink } from './valueLinks';
import { t } from '../../util/text';

/** Longer documents make an editor slow. */
const LONGEST = 5_000_000;

/** Links in the documents of exchanges. */
export function exchangeLinks(exchanges: Exchanges, environments: Environments): vscode.DocumentLinkProvider {
  return {
    async provideDocumentLinks(document) {
      const name = readDocumentUri(document.uri);
      if (name?.kind !== 'exchange' || document.languageId !== 'jsonc') return [];
      const text = document.getText();
      const exchange = await exchanges.find(name.id);
      // The entry of a HAR file belongs to no environment here.
      if (exchange === undefined || isImported(exchange) || text.length > LONGEST) return [];
      const context = contextOf(exchange, environments);
      return findValueLinks(text, context).map(({ offset, length, to }) => {
        const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
        const link = new vscode.DocumentLink(range, commandUri(to, name.id, exchange.environment));
        link.tooltip = tooltip(to);
        return link;
      });
    },
  };
}

function contextOf(exchange: Exchange, environments: Environments): LinkContext {
  const { addresses } = environments.all.find(({ id }) => id === exchange.environment) ?? {};
  if (addresses === undefined) return { listPath: undefined, bases: [] };
  const { apiUrl, filesUrl } = addresses;
  const [address = ''] = exchange.url.split('?', 1);
  const isList = exchange.method === 'GET' && address.startsWith(`${apiUrl}/`);
  return {
    listPath: isList ? address.slice(apiUrl.length).replace(/\/$/, '') : undefined,
    bases: [apiUrl.replace(/\/v1$/, ''), filesUrl.replace(/\/$/, '')],
  };
}

function commandUri(to: ValueLink['to'], exchangeId: string, environment: string): vscode.Uri {
  const [name, ...args]: [CommandName, ...unknown[]] =
    to.kind === 'content'
      ? ['openContent', to.fileId, { environment, interactive: true }]
      : to.kind === 'get'
        ? ['sendRequest', { method: 'GET', path: to.path, environment, interactive: true }]
        : [to.kind, exchangeId, { interactive: true }];
  return vscode.Uri.parse(`command:${commandId(name)}?${encodeURIComponent(JSON.stringify(args))}`);
}

function tooltip(to: ValueLink['to']): string {
  switch (to.kind) {
    case 'nextPage':
      return t('Next Page');
    case 'previousPage':
      return t('Previous Page');
    case 'content':
      return t('Open the content of this file');
    case 'get':
      return t('Send GET {0}', plainText(to.path, 200));
  }
}
