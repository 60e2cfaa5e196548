import * as vscode from 'vscode';
import type { Exchange } from '../../api/model/exchange';
import { commandUri } from '../../commands/execute';
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
        const [tooltip, target] = callOf(to, name.id, exchange.environment);
        return Object.assign(new vscode.DocumentLink(range, target), { tooltip });
      });
    },
  };
}

function contextOf(exchange: Exchange, environments: Environments): LinkContext {
  const { addresses } = environments.all.find(({ id }) => id === exchange.environment) ?? {};
  if (addresses === undefined) return { listPath: undefined, hosts: undefined };
  const { apiUrl } = addresses;
  const [address = ''] = exchange.url.split('?', 1);
  const isList = exchange.method === 'GET' && address.startsWith(`${apiUrl}/`);
  return {
    listPath: isList ? address.slice(apiUrl.length).replace(/\/$/, '') : undefined,
    hosts: addresses,
  };
}

/** What is called, and what says so. */
function callOf(to: ValueLink['to'], exchangeId: string, environment: string): [string, vscode.Uri] {
  const interactive = { interactive: true };
  switch (to.kind) {
    case 'nextPage':
      return [t('Next Page'), commandUri('nextPage', exchangeId, interactive)];
    case 'previousPage':
      return [t('Previous Page'), commandUri('previousPage', exchangeId, interactive)];
    case 'content':
      return [
        t('Open the content of this file'),
        commandUri('openContent', to.fileId, { environment, ...interactive }),
      ];
    case 'get':
      return [
        t('Send GET {0}', plainText(to.path, 200)),
        commandUri('sendRequest', { method: 'GET', path: to.path, environment, ...interactive }),
      ];
  }
}
