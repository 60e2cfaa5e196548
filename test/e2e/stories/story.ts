import type { Page } from 'playwright-core';
import { answer, asked, runAndPick, statusBarItem, type SharedWindow } from '../support/editor';

/** What the user's settings say of an environment. */
export interface EnvironmentSettings {
  readonly name?: string;
  readonly type?: 'sandbox' | 'production';
  readonly apiUrl: string;
  readonly dashboardUrl?: string;
}

/** Tests with a service of their own, in a window that other stories use before and after them. */
export interface Story {
  /** Starts the service. @returns the environment that leads to it, by its id */
  begin(): Promise<Readonly<Record<string, EnvironmentSettings>>>;
  /** Defines the tests. @param opened gives the window, from the first hook on */
  tell(opened: () => SharedWindow): void;
  /** Ends the service. */
  end(): Promise<void>;
}

/** Gives an environment its key, and makes it the active one. */
export async function useAccount(page: Page, environment: string, key: string): Promise<void> {
  // Where another account is active, the key of that one is asked for.
  await useLocalSandbox(page);
  await runAndPick(page, 'Payments API: Enter API Key…', environment);
  await asked(page, new RegExp(`API key of .*${environment}`));
  await answer(page, key);
  await runAndPick(page, 'Payments API: Switch Environment…', environment);
  await statusBarItem(page, new RegExp(`^\\W*(PRODUCTION: )?${environment}`)).waitFor();
}

/** Makes the Local Sandbox the active environment, unless it is. */
export async function useLocalSandbox(page: Page): Promise<void> {
  if (await statusBarItem(page, 'Local Sandbox').isVisible()) return;
  await runAndPick(page, 'Payments API: Switch Environment…', 'Local Sandbox');
  await statusBarItem(page, 'Local Sandbox').waitFor();
}
