import * as vscode from 'vscode';
import { CancelledError, NotFoundError, invalidArgument } from '../../api/model/errors';
import type { Addresses } from '../../api/model/addresses';
import type { Exchange } from '../../api/model/exchange';
import { redactorOf } from '../../services/environments/redactor';
import type { Handlers } from '../../commands/commands';
import type { Environments } from '../../services/environments/environments';
import { LOCAL_SANDBOX_KEY } from '../../sandbox/server/data/key';
import type { Services } from '../../services/services';
import { optionsOf } from '../../commands/arguments';
import { commandTitle } from '../../commands/titles';
import type { OperationTarget } from '../../commands/table/commandTypes';
import { hiddenParts } from '../exchange/hiddenParts';
import { hidden } from '../plan/resend';
import { askModal } from '../../ui/questions/confirm';
import { showMessage } from '../../ui/messages';
import type { CODE_TARGETS as Targets } from '../code';
import { idsOf } from '../../commands/outcome';
import { requireExchanges, type Exchanges } from '../exchange/exchanges';
import type { Documents } from '../exchange/exchangeDocuments';
import { withoutKeys } from '../exchange/laterKeys';
import { isHttpFile } from '../../httpFiles/run/httpFiles';
import { isObject } from '../../util/objects';
import type { Reports } from './reports';
import { listed, t } from '../../util/text';
import { copyIds, flash } from '../../ui/flash';
import { pickOne } from '../../ui/questions/answered';
import { showDocument } from '../../ui/documents/showDocument';

/**
 * What is copied of an exchange: its request id, a support report, code that sends the same.
 * @param unsent gives a request of an `.http` file, or of a text like one, as it would be sent
 * @param newRequest writes an operation as such a text
 */
export function createCopyCommands(
  { environments, keys }: Services,
  exchanges: Exchanges,
  documents: Documents,
  reports: Reports,
  unsent: (request: vscode.Uri | string, options: unknown) => Promise<Exchange>,
  newRequest: Handlers['newRequest'],
) {
  return {
    async copyRequestId(target, selection) {
      const all = await Promise.all(requireExchanges(target, selection).map((id) => exchanges.get(id)));
      const [first] = all;
      const ids = all.flatMap(({ requestId }) => requestId ?? []);
      if (ids.length === 0) throw noRequestId();
      return { data: await copyIds(ids), ...(first !== undefined && all.length === 1 && idsOf(first)) };
    },

    async copySupportReport(target, options) {
      const exchange = (await withoutKeys(keys))(await exchanges.named(target));
      const text = reports.on(exchange);
      await copy(text, t('Support report copied'));
      const show = () => documents.showPart('report', exchange);
      // A person sees what will be sent; a caller gets it as the outcome.
      if (typeof target !== 'string' || optionsOf(options)['show'] === true) await show();
      else {
        showMessage('info', t('Support report copied'), [{ title: t('Show Report'), run: show }]);
      }
      return { data: text, ...idsOf(exchange) };
    },

    async copyAsCode(row, options) {
      // The writers of the languages are rarely needed.
      const { CODE_TARGETS, generateCode } = await import('../code');
      const given = optionsOf(options)['target'];
      const named = given === undefined ? undefined : readTarget(given, CODE_TARGETS);
      const operation = operationIn(row);
      const file = row instanceof vscode.Uri && isHttpFile(row) ? row : undefined;
      const written =
        operation === undefined
          ? file
          : (await newRequest(operation, { ...optionsOf(options), reveal: false })).data.text;
      const asked = named === undefined ? { interactive: true, ...optionsOf(options) } : options;
      const exchange = written === undefined ? await exchanges.named(row) : await unsent(written, asked);
      const missing = hiddenParts(exchange);
      const isAsked = named === undefined || optionsOf(options)['interactive'] === true;
      if (isAsked) await confirmCopy(missing);
      const target = named ?? (await askTarget(CODE_TARGETS));
      const { title, language } = target;
      const code = generateCode(exchange, target.id, addressesOf(environments, exchange));
      // A key may have been stored since, and a file of others may hold one.
      const text = (await redactorOf(keys)).text(code);
      await vscode.env.clipboard.writeText(text);
      showMessage(
        'info',
        target.id === 'http'
          ? t('Copied as {0}. It takes addresses and key from the environment.', title)
          : t(
              'Copied as {0}. The code reads the API key from the environment variable PAYMENTS_API_KEY.',
              title,
            ),
        [
          { title: t('Open'), run: () => openText(text, language) },
          // It is the same everywhere, and no secret.
          ...(exchange.environmentType === 'local' && target.id !== 'http'
            ? [
                {
                  title: t('Copy Key of Local Sandbox'),
                  run: () => vscode.env.clipboard.writeText(LOCAL_SANDBOX_KEY),
                },
              ]
            : []),
        ],
      );
      // A caller was not asked.
      if (!isAsked && missing.length > 0) showMessage('warning', hidden(missing).message);
      return { data: text, ...(written === undefined && idsOf(exchange)) };
    },

    async reportUnknownRequest(requestId) {
      if (typeof requestId !== 'string' || requestId.trim() === '') {
        throw invalidArgument('requestId', 'string');
      }
      const text = reports.onUnknown(requestId.trim());
      await copy(text, t('Support report copied'));
      // A form to be filled in, so an editable document.
      await openText(text, 'plaintext');
      return { data: text };
    },
  } satisfies Partial<Handlers>;
}

/** What a row of the API view, or a caller, names an operation by. */
function operationIn(row: unknown): OperationTarget | undefined {
  if (!isObject(row) || !('method' in row) || 'exchange' in row) return undefined;
  const { method, path, source } = row;
  if (typeof method !== 'string' || typeof path !== 'string') return undefined;
  return { method, path, ...(typeof source === 'string' && { source }) };
}

/** The addresses that an exchange's environment has now, if it still exists. */
export function addressesOf(environments: Environments, { environment }: Exchange): Addresses | undefined {
  return environments.all.find(({ id }) => id === environment)?.addresses;
}

/** The request of an exchange as code. @throws PreflightError when there is no such target, or part of it is missing */
export async function codeFor(exchange: Exchange, target: string): Promise<string> {
  const { CODE_TARGETS, generateCode } = await import('../code');
  const { id } = readTarget(target, CODE_TARGETS);
  const missing = hiddenParts(exchange);
  if (missing.length > 0) throw hidden(missing);
  return generateCode(exchange, id);
}

/** Names what is missing before the code of a request is copied. @throws CancelledError when that is not wanted */
async function confirmCopy(missing: readonly string[]): Promise<void> {
  if (missing.length === 0) return;
  const copyAnyway = t('Copy Anyway');
  const answer = await askModal(
    t('This request was not kept as it was sent. Copy it as code anyway?'),
    t('Missing: {0}. Put the values in before you run the code.', listed(missing)),
    copyAnyway,
  );
  if (answer !== copyAnyway) throw new CancelledError();
}

/** Puts a text on the clipboard, and says so in the status bar. */
export async function copy(text: string, said: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  flash(said);
}

/** Opens text in a new document; as plain text where the editor does not know the language. */
export async function openText(text: string, language: string): Promise<void> {
  const known = (await vscode.languages.getLanguages()).includes(language);
  const document = await vscode.workspace.openTextDocument({
    content: text,
    language: known ? language : 'plaintext',
  });
  await showDocument(document, { preview: true });
}

function readTarget(value: unknown, targets: typeof Targets): (typeof Targets)[number] {
  const found = targets.find(({ id }) => id === value);
  if (found !== undefined) return found;
  throw invalidArgument('target', targets.map(({ id }) => `"${id}"`).join(' | '));
}

function askTarget(targets: typeof Targets): Promise<(typeof Targets)[number]> {
  return pickOne(
    targets.map((target) => ({
      label: target.title,
      value: target,
      ...(target.isUntried && {
        description: t('not tried: code of this kind was never run'),
      }),
    })),
    {
      title: commandTitle('copyAsCode'),
      placeHolder: t('The API key is never copied: the code reads it from an environment variable'),
    },
  );
}

function noRequestId(): NotFoundError {
  return new NotFoundError(
    t(
      'No request id was received. For support, copy the report: it says when and where the request was sent.',
    ),
  );
}
