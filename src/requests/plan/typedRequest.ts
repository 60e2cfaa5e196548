import { checkRequestPath, type Addresses } from '../../api/model/addresses';
import type { Service } from '../../api/model/exchange';
import { hasOddLimit } from '../../api/rules/limits';
import { isUnusableMethod, METHODS } from '../../api/rules/methods';
import { t } from '../../util/text';

/** Reading what a person types as a request: `GET /things`, `things?limit=5`, or a full address. Pure. */

/** Why typed text cannot be sent as it is. */
export type TypedFault =
  | { readonly kind: 'path'; /** In plain words. */ readonly reason: string }
  | { readonly kind: 'no-path'; readonly method: string }
  | { readonly kind: 'other-host'; readonly origin: string }
  | { readonly kind: 'no-address' }
  | { readonly kind: 'method'; readonly method: string };

export type TypedRequest =
  | {
      readonly kind: 'request';
      readonly method: string;
      readonly path: string;
      /** Which address it was typed with; none where its path decides. */
      readonly service?: Service | undefined;
      /** It begins as a request does, so that it is what Enter sends, whatever else matches the text. */
      readonly explicit: boolean;
      /** `limit` is out of the range that the interface names ("Lists" in docs/api.md). */
      readonly oddLimit: boolean;
    }
  | { readonly kind: 'fault'; readonly fault: TypedFault }
  /** Words to find a request by. */
  | { readonly kind: 'words' };

/**
 * @param method where the text names none
 * @param addresses of the environment; a full address must lie below one of them
 */
export function readTypedRequest(
  text: string,
  method: string,
  addresses: Pick<Addresses, 'apiUrl' | 'filesUrl'> | undefined,
): TypedRequest {
  const typed = text.trim();
  const word = /^\S+/.exec(typed)?.[0] ?? '';
  const rest = typed.slice(word.length).trimStart();
  const upper = word.toUpperCase();
  const isMethod = METHODS.some((known) => known === upper) && (rest !== '' || word === upper);
  if (isUnusableMethod(word) && rest !== '') return fault({ kind: 'method', method: word });
  if (isMethod && rest === '') return fault({ kind: 'no-path', method: upper });
  const named = isMethod ? upper : method;
  const target = isMethod ? rest.trim() : typed;
  if (/^https?:\/\//i.test(target)) return readAddress(target, named, addresses);
  const beginsAsOne = isMethod || /^(?:\/|v1\/)/.test(target);
  const looksLikeOne = /^[\w.~%{}-]+[/?]\S*$/.test(target);
  if (!beginsAsOne && !looksLikeOne && !/^[\w.~%-]+$/.test(target)) return { kind: 'words' };
  return readPath(target, named, beginsAsOne || looksLikeOne);
}

function readPath(path: string, method: string, explicit: boolean, service?: Service): TypedRequest {
  const check = checkRequestPath(path);
  if (!check.ok) return fault({ kind: 'path', reason: check.reason });
  const oddLimit = hasOddLimit(check.query);
  const whole = /^(?:\/|v1\/)/.test(path) ? path : `/${path}`;
  return { kind: 'request', method, path: whole, service, explicit, oddLimit };
}

function readAddress(
  address: string,
  method: string,
  addresses: Pick<Addresses, 'apiUrl' | 'filesUrl'> | undefined,
): TypedRequest {
  const url = URL.parse(address);
  if (url === null) return fault({ kind: 'path', reason: t('this is not a complete address') });
  if (addresses === undefined) return fault({ kind: 'no-address' });
  const api = new URL(addresses.apiUrl);
  const files = new URL(`${addresses.filesUrl.replace(/\/$/, '')}/v1`);
  // Where one address is below the other, the longer one is meant.
  const base = [api, files]
    .toSorted((a, b) => b.pathname.length - a.pathname.length)
    .find(({ origin, pathname }) => origin === url.origin && url.pathname.startsWith(`${pathname}/`));
  if (base === undefined || url.username !== '' || url.password !== '') {
    return fault({ kind: 'other-host', origin: url.origin === 'null' ? address : url.origin });
  }
  const service = api.href === files.href ? undefined : base === api ? 'api' : 'files';
  const path = url.pathname.slice(base.pathname.length) + url.search + url.hash;
  return readPath(path, method, true, service);
}

function fault(what: TypedFault): TypedRequest {
  return { kind: 'fault', fault: what };
}
