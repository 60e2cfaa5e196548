import * as vscode from 'vscode';
import type { RequestInput } from '../../api/model/clientTypes';
import type { ApiOperation } from '../../api/model/operations';
import type { ExchangeSummary } from '../../storage/types/storageTypes';
import { PAGE_LIMIT } from '../../api/rules/limits';
import { isRead } from '../../api/rules/methods';
import { literal, plainText } from '../../util/plainText';
import { formatRelativeTime } from '../../ui/formats/formats';
import { askStep, separated, type StepItem, type Typed } from './questionStep';
import { readTypedRequest, type TypedFor } from '../plan/typedRequest';
import type { SavedRequest } from '../saved/savedRequests';
import { t } from '../../util/text';

/** What the user chose to send. */
export type Chosen =
  | { readonly kind: 'new'; readonly input: RequestInput & { readonly method: string } }
  | { readonly kind: 'recent'; readonly exchangeId: string; readonly edit: boolean }
  | { readonly kind: 'operation'; readonly operation: ApiOperation }
  | { readonly kind: 'saved'; readonly saved: SavedRequest; readonly edit: boolean };

/** What there is to choose from. */
export interface Choices {
  /** Where the request will go. */
  readonly where: TypedFor;
  readonly recent: readonly ExchangeSummary[];
  readonly saved: readonly SavedRequest[];
  readonly operations: readonly ApiOperation[];
  /** The method of what is typed without one. */
  readonly method: string;
  readonly removeSaved: (saved: SavedRequest) => Promise<void>;
}

/**
 * Asks for a request: one of the last, a saved one, an operation, or a path that is typed.
 * @throws CancelledError when it was dismissed
 */
export function askRequest({
  where,
  recent,
  saved,
  operations,
  method,
  removeSaved,
}: Choices): Promise<Chosen> {
  const edit = { iconPath: new vscode.ThemeIcon('edit'), tooltip: t('Edit before sending') };
  const remove = { iconPath: new vscode.ThemeIcon('trash'), tooltip: t('Remove') };
  const item = (
    label: string,
    description: string,
    chosen: Chosen,
    buttons: vscode.QuickInputButton[],
  ): StepItem<Chosen> => {
    const shown = literal(plainText(description, 200));
    return { label: plainText(label, 200), description: shown, chosen, buttons };
  };
  const recentItems = recent.map(({ id, method: verb, path, status, startedAt }) => {
    const result = `${status ?? '–'} · ${formatRelativeTime(startedAt, Date.now())}`;
    return item(`${verb} ${path}`, result, { kind: 'recent', exchangeId: id, edit: false }, [edit]);
  });
  const savedItems = saved.map((request) => {
    const does = `${request.method} ${request.path}`;
    return item(request.name, does, { kind: 'saved', saved: request, edit: false }, [edit, remove]);
  });
  const operationItems = operations.map((operation) => {
    const { method: verb, path, summary } = operation;
    return item(`${verb} ${path}`, summary, { kind: 'operation', operation }, []);
  });
  return askStep<Chosen>({
    title: t('Send a request to {0}', where.environmentName),
    placeholder: t('Choose a request, or type a path such as /files/{id}'),
    emptyRow: { label: `$(edit) ${t('Type a path, or choose one')}`, alwaysShow: true },
    items: [
      ...separated(t('recent'), recentItems),
      ...separated(t('saved'), savedItems),
      ...separated(t('operations'), operationItems),
    ],
    active: recentItems[0] ?? savedItems[0] ?? operationItems[0],
    typed: (text) => readTyped(text, method, where),
    onButton: async (chosen, button) => {
      if (!('edit' in chosen)) return chosen;
      if (button !== remove || chosen.kind !== 'saved') return { ...chosen, edit: true };
      await removeSaved(chosen.saved);
      return undefined;
    },
  });
}

/** What Enter does with the text that is typed, and why it cannot. */
function readTyped(text: string, method: string, where: TypedFor): Typed<Chosen> {
  const typed = readTypedRequest(text, method, where);
  const { environmentName } = where;
  if (typed.kind === 'words') return {};
  if (typed.kind === 'fault') {
    const remark = typed.reason;
    const label = `$(error) ${literal(plainText(text.trim(), 200))}`;
    // Enter takes no other row in its place, and what was typed stays to be corrected.
    const row = { label, description: literal(remark), alwaysShow: true } as const;
    return { row, comesFirst: true, remark };
  }
  const { method: named, explicit, oddLimit, path, service } = typed;
  const what = plainText(`${named} ${path}`, 200);
  const chosen = { kind: 'new', input: { method: named, path, service, anyLimit: oddLimit } } as const;
  const description = oddLimit
    ? t('Send Anyway: {0} to {1}', what, environmentName)
    : text.trim() === what
      ? t('Send to {0}', environmentName)
      : t('Send {0} to {1}', what, environmentName);
  // The editor sorts rows by their labels: the text itself comes before all that only begins with it.
  const label = `$(${oddLimit ? 'warning' : 'send'}) ${literal(plainText(text.trim(), 200))}`;
  return {
    row: { label, description: literal(description), alwaysShow: true, chosen },
    comesFirst: explicit,
    ...(oddLimit && {
      remark: t(
        '"limit" must be a whole number from {0} to {1}, given once.',
        PAGE_LIMIT.minimum,
        PAGE_LIMIT.maximum,
      ),
    }),
  };
}

/** Whether a request is better looked at before it is sent: a write has a body to be written. */
export function needsEditor(method: string, target: string): boolean {
  return (!isRead(method) && method !== 'DELETE') || /\{|%7B/.test(target);
}
