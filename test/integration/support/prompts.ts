import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { ACT_MS } from '../../host/editor/waiting.mts';

/** How often to look for a question, in milliseconds: the editor has no event for one that shows. */
const LOOK_MS = 20;

/**
 * Runs an editor's command on whatever is asked, until a call has ended. What is still asked when everything has had its
 * time, such as a list without rows, is closed. @returns the result of the call
 */
async function untilEnded<T>(call: PromiseLike<T>, command: string): Promise<T> {
  const ended = new AbortController();
  const end = () => ended.abort();
  call.then(end, end);
  const patience = performance.now() + ACT_MS;
  while (!ended.signal.aborted) {
    const isLate = performance.now() > patience;
    await vscode.commands.executeCommand(isLate ? 'workbench.action.closeQuickOpen' : command);
    await pause(LOOK_MS, undefined, { signal: ended.signal }).catch(() => undefined);
  }
  return call;
}

/** Accepts what each list offers first, and each question as it is, until a call has ended. */
export function acceptAll<T>(call: PromiseLike<T>): Promise<T> {
  return untilEnded(call, 'workbench.action.acceptSelectedQuickOpenItem');
}

/** Closes whatever is asked until a call has ended. */
export function dismissAll<T>(call: PromiseLike<T>): Promise<T> {
  return untilEnded(call, 'workbench.action.closeQuickOpen');
}

/**
 * Chooses from a list that a call in this process has just asked for.
 * @param place of the item, counted from 0, or from the end by negative numbers
 */
export async function choose(place: number): Promise<void> {
  // The items follow the list itself in the next turn, and whatever is asked of the editor then comes after them.
  await pause(0);
  const [start, step] = place < 0 ? ['last', 'previous'] : ['first', 'next'];
  // Twice: the first answer shows that the list has its items.
  for (let n = 0; n < 2; n += 1) await vscode.commands.executeCommand(`quickInput.${start}`);
  const steps = place < 0 ? -place - 1 : place;
  for (let n = 0; n < steps; n += 1) await vscode.commands.executeCommand(`quickInput.${step}`);
  await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
}

/** Refreshes the Files view until it asks the service: it does so once it has its rows, and the editor has no event for that. */
export async function refreshUntilAsked(seen: readonly unknown[]): Promise<void> {
  const before = seen.length;
  // Each refresh redraws the view: on a busy machine it needs more and more time for its rows in between.
  for (let wait = LOOK_MS; seen.length === before; wait *= 2) {
    await vscode.commands.executeCommand('paymentsApi.refreshFiles');
    if (seen.length === before) await pause(wait);
  }
}
