import { checkRequestPath, type Addresses } from '../../api/model/addresses';
import type { Service } from '../../api/model/exchange';
import { hasOddLimit } from '../../api/rules/limits';
import { isUnusableMethod, METHODS } from '../../api/rules/methods';
import { plainText } from '../../util/plainText';
import { t } from '../../util/text';

/** Reading what a person types as a request: `GET /things`, `things?limit=5`, or a full address. Pure. */

/** The environment that a request is typed for. */
export interface TypedFor {
  /** As titles name it. */
  readonly environmentName: string;
  /** A full address must lie below one of them. */
  readonly addresses: Pick<Addresses, 'apiUrl' | 'filesUrl'> | undefined;
}

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
  /** It cannot be sent as it is. */
  | { readonly kind: 'fault'; readonly reason: string }
  /** Words to find a request by. */
  | { readonly kind: 'words' };

/** @param method where the text names none */
export function readTypedRequest(text: string, method: string, where: TypedFor): TypedRequest {
  const typed = text.trim();
  const [word = ''] = typed.split(/\s/, 1);
  const rest = typed.slice(word.length).trimStart();
  const upper = word.toUpperCase();
  const isMethod = METHODS.some((known) => known === upper) && (rest !== '' || word === upper);
  if (isUnusableMethod(word) && rest !== '')
    return fault(t('This method cannot be sent. Use GET, POST, PUT, PATCH or DELETE.'));
  if (isMethod && rest === '') return fault(t('Type a path after {0}, such as /files/{id}.', upper));
  const named = isMethod ? upper : method;
  const target = isMethod ? rest : typed;
  if (/^https?:\/\//i.test(target)) return readAddress(target, named, where);
  const beginsAsOne = isMethod || /^(?:\/|v1\/)/.test(target);
  const looksLikeOne = /^[\w.~%{}-]+[/?]\S*$/.test(target);
  if (!beginsAsOne && !looksLikeOne && !/^[\w.~%-]+$/.test(target)) return { kind: 'words' };
  return readPath(target, named, beginsAsOne || looksLikeOne);
}

function readPath(path: string, method: string, explicit: boolean, service?: Service): TypedRequest {
  const check = checkRequestPath(path);
  if (!check.ok) return unusable(check.reason);
  const oddLimit = hasOddLimit(check.query);
  const whole = /^(?:\/|v1\/)/.test(path) ? path : `/${path}`;
  return { kind: 'request', method, path: whole, service, explicit, oddLimit };
}

function readAddress(
  address: string,
  method: string,
  { environmentName, addresses }: TypedFor,
): TypedRequest {
  const url = URL.parse(address);
  if (url === null) return unusable(t('this is not a complete address'));
  if (addresses === undefined)
    return fault(t('{0} has no address yet, so only a path can be typed.', environmentName));
  const api = new URL(addresses.apiUrl);
  const files = new URL(`${addresses.filesUrl}/v1`);
  // Where one address is below the other, the longer one is meant.
  const base = [api, files]
    .toSorted((a, b) => b.pathname.length - a.pathname.length)
    .find(({ origin, pathname }) => origin === url.origin && url.pathname.startsWith(`${pathname}/`));
  if (base === undefined || url.username !== '' || url.password !== '') {
    return fault(
      t(
        '{0} is not an address of {1}, which is at {2}. The request is not sent there.',
        plainText(url.origin, 100),
        environmentName,
        addresses.apiUrl,
      ),
    );
  }
  const service = api.href === files.href ? undefined : base === api ? 'api' : 'files';
  const path = url.pathname.slice(base.pathname.length) + url.search + url.hash;
  return readPath(path, method, true, service);
}

function unusable(reason: string): TypedRequest {
  return fault(t('The path cannot be used: {0}.', reason));
}

function fault(reason: string): TypedRequest {
  return { kind: 'fault', reason };
}
