import type { Page } from 'playwright-core';
import {
  answer,
  asked,
  openPaymentsViews,
  runAndPick,
  runCommand,
  statusBarItem,
  trustWorkspace,
  type SharedWindow,
} from '../support/editor';

/** What the user's settings say of an environment. */
export interface EnvironmentSettings {
  readonly name: string;
  readonly type: 'sandbox' | 'production';
  readonly apiUrl: string;
}

/** Trusts the workspace, unless it is trusted: a story may run alone. */
export async function inTrustedWorkspace({ window: { page } }: SharedWindow): Promise<Page> {
  if (await statusBarItem(page, 'Restricted Mode').isVisible()) {
    await runCommand(page, 'Workspaces: Manage Workspace Trust');
    await trustWorkspace(page);
  }
  await openPaymentsViews(page);
  return page;
}

/** Gives an environment its key, and makes it the active one. */
export async function useAccount(opened: SharedWindow, environment: string, key: string): Promise<Page> {
  const page = await inTrustedWorkspace(opened);
  // Where another account is active, the key of that one is asked for.
  await useLocalSandbox(page);
  await runAndPick(page, 'Payments API: Enter API Key…', environment);
  await asked(page, new RegExp(`API key of .*${environment}`));
  await answer(page, key);
  await runAndPick(page, 'Payments API: Switch Environment…', environment);
  await statusBarItem(page, new RegExp(`^\\W*(PRODUCTION: )?${environment}`)).waitFor();
  return page;
}

/** Makes the Local Sandbox the active environment, unless it is. */
export async function useLocalSandbox(page: Page): Promise<void> {
  if (await statusBarItem(page, 'Local Sandbox').isVisible()) return;
  await runAndPick(page, 'Payments API: Switch Environment…', 'Local Sandbox');
  await statusBarItem(page, 'Local Sandbox').waitFor();
}
