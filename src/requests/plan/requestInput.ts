import * as vscode from 'vscode';
import type { Query, RequestInput } from '../../api';
import { ConfigurationError } from '../../api/model/errors';
import type { HeaderList } from '../../api/model/exchange';
import { checkHeaders } from '../../api/rules/headerRules';
import { checkBody, checkMethod, checkTarget } from '../../api/rules/inputRules';
import { isRead } from '../../api/rules/methods';
import { isTopUpPath } from '../../api/rules/topUpPath';
import type { Environment } from '../../services/environmentModel';
import { refuse } from '../../commands/arguments';
import { isObject } from '../../util/objects';
import { plainText } from '../../util/plainText';

/** A request that can be sent. With `anyLimit`, a person saw that `limit` is out of range and sends it all the same. */
export type RequestDraft = RequestInput;

/**
 * A request as it was handed to a command or written in a request file, checked before anything else happens.
 * The rules are those of the library (`api/rules/inputRules.ts`); only the shape is checked here.
 * @throws PreflightError with what is wrong with it
 */
export function readDraft(given: Readonly<Record<string, unknown>>): RequestDraft {
  const { path, query, body, headers } = given;
  const method = checkMethod(given['method'] ?? (body === undefined ? 'GET' : 'POST'));
  if (typeof path !== 'string') throw refuse(vscode.l10n.t('The path must be text, such as /files/{id}.'));
  const pairs = query === undefined || query === null ? {} : readQuery(query);
  checkTarget({ path, query: pairs });
  checkBody(method, body);
  return {
    method,
    path,
    ...(Object.keys(pairs).length > 0 && { query: pairs }),
    ...(body !== undefined && { body }),
    ...(headers !== undefined && headers !== null && { headers: readHeaders(headers) }),
  };
}

function readQuery(query: unknown): Query {
  if (!isObject(query)) throw refuse(vscode.l10n.t('The query must be an object of names and values.'));
  return query as Query;
}

/** Headers of the caller's own. @throws PreflightError for one that cannot be sent, or is the extension's */
function readHeaders(given: unknown): HeaderList {
  if (!isObject(given)) throw refuse(vscode.l10n.t('The headers must be an object of names and texts.'));
  const headers = Object.entries(given).map(([name, value]): [string, string] => {
    if (typeof value === 'string') return [name, value];
    throw refuse(vscode.l10n.t('The header {0} must be text. Nothing was sent.', plainText(name, 100)));
  });
  return checkHeaders(headers);
}

/**
 * The sandbox top-up does not exist in production ("Top up a sandbox balance" in docs/api.md): whatever way its
 * path is written.
 * @throws ConfigurationError when that is what the request would be
 */
export function refuseProductionTopUp(environment: Environment, { method, path }: RequestDraft): void {
  if (environment.type !== 'production' || isRead(method) || !isTopUpPath(path)) return;
  throw new ConfigurationError(
    {
      message: vscode.l10n.t(
        'Top-ups work only in a sandbox. {0} is a production environment. Nothing was sent.',
        environment.name,
      ),
    },
    { environment: environment.id },
  );
}
