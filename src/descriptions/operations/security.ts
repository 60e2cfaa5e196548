import { t } from '../../util/text';
import type { Located } from '../model/description';
import { part, partsOfValue, textOf } from '../resolve/parts';
import { follow } from '../resolve/references';
import { shownText, type DocumentContext } from './context';

/** What a document says of security, as one text. Alternatives are separated by `|`. Undefined where it says nothing. */
export function securityOf(operation: Located, { root }: DocumentContext): string | undefined {
  const security = part(operation, 'security') ?? part(root, 'security');
  if (security === undefined) return undefined;
  const alternatives = partsOfValue(security).map(([, needed]) =>
    partsOfValue(needed)
      .map(([name, scopes]) => withScopes(name, scopes))
      .join(' + '),
  );
  if (alternatives.length === 0) return t('none');
  return shownText(alternatives.map((each) => (each === '' ? t('none') : each)).join(' | '), 300);
}

function withScopes(name: string, scopes: Located): string {
  const names = partsOfValue(scopes).flatMap(([, { value }]) => (typeof value === 'string' ? value : []));
  return names.length === 0 ? name : `${name} (${names.join(', ')})`;
}

/** What a document has that is not used here: remarks about it. */
export function remarkUnused({ root, remark, resolver }: DocumentContext): void {
  const behind = (holder: Located | undefined) =>
    partsOfValue(holder).map(([, each]) => follow(resolver, each) ?? each);
  const items = behind(part(root, 'paths'));
  const operations = items.flatMap(behind);
  const isOld = resolver.dialect === '2.0';
  const places = new Map<string, string>();
  for (const holder of isOld ? [root] : [root, ...items, ...operations]) {
    const urls = isOld
      ? [textOf(holder, 'basePath')]
      : partsOfValue(part(holder, 'servers')).map(([, server]) => serverUrl(server));
    for (const url of urls) {
      const path = pathOf(url ?? '');
      if (path !== '' && path !== '/v1' && !places.has(path))
        places.set(path, `${holder.at}/${isOld ? 'basePath' : 'servers'}`);
    }
  }
  for (const [path, at] of [...places].slice(0, 3)) {
    remark(
      t('The path {0} of its servers is not used: requests go to the API address of the environment.', path),
      at,
    );
  }
  const webhooks = partsOfValue(part(root, 'webhooks')).length;
  let callbacks = 0;
  let links = 0;
  for (const operation of operations) {
    callbacks += partsOfValue(part(operation, 'callbacks')).length;
    for (const [, answer] of partsOfValue(part(operation, 'responses'))) {
      links += partsOfValue(part(answer, 'links')).length;
    }
  }
  if (webhooks + callbacks + links > 0) {
    const message = t('Not used: {0} webhooks, {1} callbacks and {2} links.', webhooks, callbacks, links);
    remark(message, root.at);
  }
}

/** The address of a server, with the defaults of its variables. */
function serverUrl(server: Located): string | undefined {
  const url = textOf(server, 'url');
  return url?.replace(/\{[^{}]*\}/g, (name) => {
    const variable = part(part(server, 'variables'), name.slice(1, -1));
    return textOf(variable, 'default') ?? name;
  });
}

function pathOf(url: string): string {
  const path = url.replace(/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/]*/i, '');
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
