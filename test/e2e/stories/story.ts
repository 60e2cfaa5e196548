import type { Page } from 'playwright-core';
import { answer, asked, openPaymentsViews, runAndPick, statusBarItem } from '../support/editor';

/** What the user's settings say of an environment. */
export interface EnvironmentSettings {
  readonly name: string;
  readonly type: 'sandbox' | 'production';
  readonly apiUrl: string;
}

/** Gives an environment its key, and makes it the active one. */
export async function useAccount(page: Page, environment: string, key: string): Promise<void> {
  await openPaymentsViews(page);
  // Where another account is active, the key of that one is asked for.
  await useLocalSandbox(page);
  await runAndPick(page, 'Payments API: Enter API Key…', environment);
  await asked(page, new RegExp(`API key of .*${environment}`));
  await answer(page, key);
  await runAndPick(page, 'Payments API: Switch Environment…', environment);
  await statusBarItem(page, new RegExp(`^\\W*(PRODUCTION \\()?${environment}`)).waitFor();
}

/** Makes the Local Sandbox the active environment, unless it is. */
export async function useLocalSandbox(page: Page): Promise<void> {
  if (await statusBarItem(page, 'Local Sandbox').isVisible()) return;
  await runAndPick(page, 'Payments API: Switch Environment…', 'Local Sandbox');
  await statusBarItem(page, 'Local Sandbox').waitFor();
}
