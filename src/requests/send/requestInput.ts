import * as vscode from 'vscode';
import type { Query } from '../../api';
import { checkRequestPath } from '../../api/addresses';
import { ConfigurationError } from '../../api/errors';
import type { HeaderList } from '../../api/exchange';
import { headerFault } from '../../api/headerRules';
import { PAGE_LIMIT } from '../../api/limits';
import { isTopUpPath } from '../../api/topUpPath';
import type { SendOptions } from '../../commands/types';
import type { Environment } from '../../services/environmentModel';
import { isObject, refuse } from '../../commands/arguments';
import { plainText } from '../../util/plainText';
import { isPageLimit } from '../paging/paging';

/** A request that can be sent. */
export interface RequestDraft {
  readonly method: string;
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
  /** A person saw that `limit` is out of range, and sends it all the same. */
  readonly anyLimit?: boolean;
  /** The caller's own. */
  readonly headers?: HeaderList;
}

const METHOD = /^[\w!#$%&'*+.^`|~-]{1,40}$/;

/** Whether a request changes nothing, so that it needs no consent ("Requests" of the contract: GET reads). */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * A request as it was handed to a command or written in a request file, checked as far as that can be done
 * without sending it. Everything else of a path is refused by the library, in the same way.
 * @throws PreflightError with what is wrong with it
 */
export function readDraft(given: Readonly<Record<string, unknown>>): RequestDraft {
  const { path, query, body, headers } = given;
  const method = readMethod(given['method'] ?? (body === undefined ? 'GET' : 'POST'));
  if (typeof path !== 'string') throw refuse(vscode.l10n.t('The path must be text, such as /files/{id}.'));
  const check = checkRequestPath(path);
  if (!check.ok) throw refuse(vscode.l10n.t('The path cannot be used: {0}. Nothing was sent.', check.reason));
  const pairs = query === undefined || query === null ? {} : readQuery(query);
  for (const [name, value] of [...check.query, ...Object.entries(pairs)]) {
    if (name === 'limit' && value !== undefined && !isPageLimit(value)) throw badLimit();
  }
  if (body !== undefined && isRead(method)) {
    throw refuse(vscode.l10n.t('A {0} request has no body. Leave it out, or use POST.', method));
  }
  return {
    method,
    path,
    ...(Object.keys(pairs).length > 0 && { query: pairs }),
    ...(body !== undefined && { body: readBody(body) }),
    ...(headers !== undefined && headers !== null && { headers: readHeaders(headers) }),
  };
}

/** @throws PreflightError for what is no HTTP method, or one that cannot be sent from here */
export function readMethod(given: unknown): string {
  const method = typeof given === 'string' ? given.trim().toUpperCase() : '';
  if (METHOD.test(method) && !['CONNECT', 'TRACE', 'TRACK'].includes(method)) return method;
  throw refuse(vscode.l10n.t('This method cannot be sent. Use GET, POST, PUT, PATCH or DELETE.'));
}

function readQuery(query: unknown): Query {
  if (!isObject(query)) throw refuse(vscode.l10n.t('The query must be an object of names and values.'));
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, readValue(name, value)]));
}

function readValue(name: string, value: unknown): Query[string] {
  if (value === undefined || isScalar(value)) return value;
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  if (list.length > 0 && list.every(isScalar)) return list;
  throw refuse(vscode.l10n.t('The query parameter {0} must be text, a number, true or false.', name));
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function readBody(body: unknown): unknown {
  try {
    // Undefined for a function, though its type does not say so.
    if ((JSON.stringify(body) as string | undefined) !== undefined) return body;
  } catch {
    // A value that holds itself, or a BigInt: told below.
  }
  throw refuse(vscode.l10n.t('The body cannot be written as JSON. Nothing was sent.'));
}

/** Headers of the caller's own. @throws PreflightError for one that cannot be sent, or is the extension's */
function readHeaders(given: unknown): HeaderList {
  if (!isObject(given)) throw refuse(vscode.l10n.t('The headers must be an object of names and texts.'));
  return Object.entries(given).map(([name, value]) => {
    if (typeof value !== 'string') {
      throw refuse(vscode.l10n.t('The header {0} must be text. Nothing was sent.', plainText(name, 100)));
    }
    refuseHeader(name, value);
    return [name, value];
  });
}

function refuseHeader(name: string, value: string): void {
  const shown = plainText(name, 100);
  switch (headerFault(name, value)) {
    case undefined:
      return;
    case 'own-header':
      throw refuse(
        vscode.l10n.t('The extension sets the header {0} itself. Leave it out. Nothing was sent.', shown),
      );
    case 'refused-header':
      throw refuse(
        vscode.l10n.t('The header {0} belongs to the connection and cannot be set. Nothing was sent.', shown),
      );
    case 'bad-header-name':
      throw refuse(vscode.l10n.t('"{0}" is not the name of a header. Nothing was sent.', shown));
    case 'bad-header-value':
      throw refuse(vscode.l10n.t('The header {0} has a value that cannot be sent. Nothing was sent.', shown));
  }
}

function badLimit() {
  const { minimum, maximum } = PAGE_LIMIT;
  return refuse(
    vscode.l10n.t('"limit" must be a whole number from {0} to {1}. Nothing was sent.', minimum, maximum),
  );
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

/** The request that a command was called with, where a caller gave one; the rest is asked for. */
export function readOptions(given: unknown): SendOptions {
  return isObject(given) ? given : {};
}
