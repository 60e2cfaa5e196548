import * as vscode from 'vscode';
import { checkRequestPath } from '../api/addresses';
import type { ExchangeSummary } from '../storage/types';
import { formatRelativeTime, plainText } from '../ui/formats';
import type { RequestDraft } from './requestInput';
import type { SavedRequest } from './savedRequests';

/** What the user chose to send. */
export type Chosen =
  | { readonly kind: 'new'; readonly method: string; readonly path: string; readonly edit: boolean }
  | { readonly kind: 'recent'; readonly exchangeId: string; readonly edit: boolean }
  | { readonly kind: 'saved'; readonly saved: SavedRequest; readonly edit: boolean };

/** What there is to choose from. */
export interface Choices {
  /** Where the request will go, as titles name it. */
  readonly environmentName: string;
  readonly recent: readonly ExchangeSummary[];
  readonly saved: readonly SavedRequest[];
  /** Paths to complete from: those called before first, then the interface's own. */
  readonly paths: readonly { readonly method: string; readonly path: string }[];
  /** The method, where the caller gave it. */
  readonly method?: string;
  readonly removeSaved: (name: string) => Promise<void>;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;

type Item = vscode.QuickPickItem & {
  readonly chosen?: Chosen;
  readonly next?: 'method';
  readonly fault?: string;
};

/**
 * Asks for a request: one of the last, a saved one, a path that is typed, or method and path step by step.
 * @throws CancellationError when it was dismissed
 */
export async function askRequest(choices: Choices): Promise<Chosen> {
  let method = choices.method;
  for (;;) {
    if (method !== undefined) {
      const answer = await askPath(choices, method);
      if (answer !== 'back') return answer;
      if (choices.method !== undefined) throw new vscode.CancellationError();
    } else {
      const answer = await askFirst(choices);
      if (answer !== 'method') return answer;
    }
    method = await askMethod(choices);
  }
}

/** The first step: what was sent before, what was saved, or whatever path is typed. */
async function askFirst(choices: Choices): Promise<Chosen | 'method'> {
  const all = firstItems(choices);
  const item = await pickOne({
    title: vscode.l10n.t('Send a request to {0}', choices.environmentName),
    placeholder: vscode.l10n.t('Choose a request, or type a path such as /files/{id}'),
    items: (value) => [...typedItems(value, 'GET'), ...all],
    onRemove: choices.removeSaved,
  });
  if (item === 'back') throw new vscode.CancellationError();
  return item.chosen ?? 'method';
}

function firstItems({ recent, saved }: Choices): Item[] {
  const now = Date.now();
  const edit = { iconPath: new vscode.ThemeIcon('edit'), tooltip: vscode.l10n.t('Edit before sending') };
  const remove = { iconPath: new vscode.ThemeIcon('trash'), tooltip: removeTitle() };
  return [
    ...separated(
      vscode.l10n.t('recent'),
      recent.map(({ id, method, path, status, startedAt }) => ({
        label: plainText(`${method} ${path}`, 200),
        description: `${status ?? '–'} · ${formatRelativeTime(startedAt, now, vscode.env.language)}`,
        buttons: [edit],
        chosen: { kind: 'recent', exchangeId: id, edit: false } as const,
      })),
    ),
    ...separated(
      vscode.l10n.t('saved'),
      saved.map((each) => ({
        label: plainText(each.name, 100),
        description: plainText(`${each.method} ${each.path}`, 200),
        buttons: [edit, remove],
        chosen: { kind: 'saved', saved: each, edit: false } as const,
      })),
    ),
    ...separated(vscode.l10n.t('new'), [
      { label: `$(add) ${vscode.l10n.t('New request…')}`, alwaysShow: true, next: 'method' as const },
    ]),
  ];
}

function removeTitle(): string {
  return vscode.l10n.t('Remove from the saved requests');
}

/** @returns undefined for the way back */
async function askMethod(choices: Choices): Promise<string | undefined> {
  const item = await pickOne({
    title: vscode.l10n.t('Send a request to {0}', choices.environmentName),
    placeholder: vscode.l10n.t('Which method?'),
    step: 1,
    items: () =>
      METHODS.map((method) => ({
        label: method,
        description: method === 'GET' || method === 'HEAD' ? vscode.l10n.t('reads') : vscode.l10n.t('writes'),
      })),
  });
  return item === 'back' ? undefined : item.label;
}

async function askPath(choices: Choices, method: string): Promise<Chosen | 'back'> {
  const paths = new Set(choices.paths.filter((each) => each.method === method).map(({ path }) => path));
  const known: Item[] = [...paths].map((path) => ({
    label: path,
    // A path with a place to fill in is taken over into the input instead of being sent.
    ...(path.includes('{') ? {} : { chosen: { kind: 'new', method, path, edit: false } as const }),
  }));
  const item = await pickOne({
    title: vscode.l10n.t('{0} to {1}', method, choices.environmentName),
    placeholder: vscode.l10n.t('Path and query, such as /files/{id} or /payments?limit=10'),
    step: 2,
    items: (value) => [...typedItems(value, method), ...known],
  });
  if (item === 'back') return item;
  return item.chosen ?? { kind: 'new', method, path: item.label, edit: true };
}

/** What is typed, as a choice of its own in front of all others; it says so while it cannot be sent. */
function typedItems(value: string, method: string): Item[] {
  const path = value.trim();
  if (!path.startsWith('/') && !path.startsWith('v1/')) return [];
  const check = checkRequestPath(path);
  const label = `$(send) ${method} ${plainText(path, 300)}`;
  if (!check.ok) return [{ label, detail: check.reason, alwaysShow: true, fault: check.reason }];
  return [{ label, alwaysShow: true, chosen: { kind: 'new', method, path, edit: false } }];
}

function separated(label: string, items: readonly Item[]): Item[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

interface Step {
  readonly title: string;
  readonly placeholder: string;
  readonly step?: number;
  /** The choices for what is typed so far. */
  readonly items: (value: string) => Item[];
  readonly onRemove?: (name: string) => Promise<void>;
}

/** One step. @throws CancellationError when it was dismissed */
function pickOne({ title, placeholder, step, items, onRemove }: Step): Promise<Item | 'back'> {
  const pick = vscode.window.createQuickPick<Item>();
  Object.assign(pick, { title, placeholder, matchOnDescription: true, ignoreFocusOut: true });
  if (step !== undefined) {
    Object.assign(pick, { step, totalSteps: 2, buttons: [vscode.QuickInputButtons.Back] });
  }
  const { promise, resolve, reject } = Promise.withResolvers<Item | 'back'>();
  const end = (answer: Item | 'back'): void => {
    resolve(answer);
    pick.dispose();
  };
  const show = (): void => {
    pick.items = items(pick.value);
  };
  pick.onDidChangeValue(show);
  pick.onDidAccept(() => {
    const [item] = pick.selectedItems;
    // What cannot be sent stays to be corrected; its reason stands below it.
    if (item !== undefined && item.fault === undefined) end(item);
  });
  pick.onDidTriggerButton(() => {
    end('back');
  });
  pick.onDidTriggerItemButton(({ item, button }) => {
    const { chosen } = item;
    if (button.tooltip === removeTitle() && chosen?.kind === 'saved') {
      void onRemove?.(chosen.saved.name).then(() => {
        pick.items = pick.items.filter((other) => other !== item);
      });
    } else if (chosen !== undefined) {
      end({ ...item, chosen: { ...chosen, edit: true } });
    }
  });
  pick.onDidHide(() => {
    reject(new vscode.CancellationError());
    pick.dispose();
  });
  show();
  pick.show();
  return promise;
}

/** Whether a request is better looked at before it is sent: a write has a body to be written. */
export function needsEditor({ method, path }: Pick<RequestDraft, 'method' | 'path'>): boolean {
  return (method !== 'GET' && method !== 'HEAD' && method !== 'DELETE') || path.includes('{');
}
