import * as vscode from 'vscode';
import { cancelled } from '../exchange/cancelled';
import { NotFoundError } from '../../api/errors';
import { isObject, refuse } from '../../commands/arguments';
import { plainText } from '../../util/plainText';
import { readDraft, type RequestDraft } from './requestInput';

const KEY = 'paymentsApi.savedRequests';
const LONGEST_NAME = 100;

export interface SavedRequest extends RequestDraft {
  readonly name: string;
}

/**
 * Requests saved by name. The editor's own state is enough for them: they are few, and what matters is kept
 * better as a request file.
 */
export class SavedRequests {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** In the order of their names. */
  get all(): readonly SavedRequest[] {
    const stored = this.#state.get<unknown>(KEY);
    const list: unknown[] = Array.isArray(stored) ? stored : [];
    return list.flatMap(readSaved).toSorted((a, b) => a.name.localeCompare(b.name));
  }

  /** @throws NotFoundError when there is none by that name */
  get(name: string): SavedRequest {
    const found = this.all.find((saved) => saved.name === name);
    if (found !== undefined) return found;
    throw new NotFoundError({
      message: vscode.l10n.t('There is no saved request named {0}.', plainText(name, LONGEST_NAME)),
    });
  }

  /** Saves a request; one of the same name is replaced. */
  async save(name: string, draft: RequestDraft): Promise<void> {
    // As text and back: the state takes plain JSON only.
    const saved = JSON.parse(JSON.stringify({ ...draft, name })) as SavedRequest;
    await this.#state.update(KEY, [...this.all.filter((other) => other.name !== name), saved]);
  }

  async remove(name: string): Promise<void> {
    await this.#state.update(
      KEY,
      this.all.filter((saved) => saved.name !== name),
    );
  }
}

/** @throws PreflightError when it cannot be a name */
export function readName(value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : '';
  if (name !== '' && name.length <= LONGEST_NAME) return name;
  throw refuse(vscode.l10n.t('A name has 1 to {0} characters.', LONGEST_NAME));
}

/** @throws CancelledError when it was dismissed */
export async function askName(suggestion: string): Promise<string> {
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Save request'),
    prompt: vscode.l10n.t('A name to run it by later. A saved request of the same name is replaced.'),
    value: suggestion,
    ignoreFocusOut: true,
    validateInput: (value) =>
      value.trim() === '' || value.trim().length > LONGEST_NAME
        ? vscode.l10n.t('A name has 1 to {0} characters.', LONGEST_NAME)
        : undefined,
  });
  if (name === undefined) throw cancelled(vscode.l10n.t('Cancelled: the request was not saved.'));
  return name.trim();
}

function readSaved(value: unknown): SavedRequest[] {
  if (!isObject(value) || typeof value['name'] !== 'string') return [];
  try {
    return [{ ...readDraft(value), name: value['name'] }];
  } catch {
    // Of a version that wrote them otherwise.
    return [];
  }
}
