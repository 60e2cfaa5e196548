import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { defaultViewport, newPage, startBrowser, windowUrl, type Browser, type Size } from './browser.mts';
import { removeFolder, temporaryFolder } from '../cleanup.mts';
import { keepEvidence } from './evidence.mts';
import { root, vsix } from '../paths.mts';
import { startServer, type Server } from './server.mts';
import { setUpHost } from './setup.mts';
import { runCommand } from './quickInput.mts';
import { screenshot } from './workbench.mts';

export interface WindowOptions {
  /** The user's settings. They are those of the whole editor: its other windows take them over. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly colorTheme?: ColorTheme;
  readonly viewport?: Size;
}

/** Names that the editor gives to its themes. */
type ColorTheme = 'Dark Modern' | 'Light Modern';

export interface EditorWindow {
  readonly page: Page;
  /** The copy of the sample workspace that is open. */
  readonly workspace: string;
  /** What the window printed to its console, for when something fails. */
  readonly console: readonly string[];
  close(): Promise<void>;
}

/** An editor as a user has it: one profile, one set of extensions, any number of windows. */
export interface Editor {
  readonly dataDir: string;
  readonly windows: ReadonlySet<EditorWindow>;
  /** Opens a window and waits until the extension shows in it. */
  openWindow(options?: WindowOptions): Promise<EditorWindow>;
  close(): Promise<void>;
}

/**
 * Starts an editor with the packaged extension in it; windows are opened by the caller.
 * @param driver the folder of another extension, which drives the editor for tests. Nobody looks at its windows then, or
 *   works in them: nothing is drawn, what no test needs is left out, and it asks whether to trust a folder
 */
export async function startEditor(driver?: string): Promise<Editor> {
  const host = await setUpHost();
  const isUnseen = driver !== undefined;
  const server = await startServer({
    serverMain: host.serverMain,
    vsix,
    isLean: isUnseen,
    workspaceTrust: isUnseen,
    companions: isUnseen ? [driver] : [],
  });
  const browser = await startBrowser(host.chromium, { isUnseen });
  const windows = new Set<EditorWindow>();
  return {
    dataDir: server.dataDir,
    windows,
    openWindow: async (windowOptions = {}) => {
      const { settings = {}, colorTheme = 'Dark Modern' } = windowOptions;
      server.writeSettings({ 'workbench.colorTheme': colorTheme, ...settings });
      const window = await openWindow({ browser, server, windows }, windowOptions);
      windows.add(window);
      return window;
    },
    close: async () => {
      await browser.close();
      await server.stop();
      for (const { workspace } of windows) removeFolder(workspace);
    },
  };
}

/** For one step in a window. It ends sooner whenever what it waits for is there: this is for busy machines only. */
const PATIENCE_MS = 3 * 60_000;

/** What the window calls the status bar item that names the active environment. */
const environmentStatus = 'payments-tools.payments-api-explorer.paymentsApi.environment';

interface Parts {
  readonly browser: Browser;
  readonly server: Server;
  readonly windows: Set<EditorWindow>;
}

async function openWindow(parts: Parts, { viewport }: WindowOptions): Promise<EditorWindow> {
  const { browser, server, windows } = parts;
  // Under the same name, so that what a window shows is the same every time.
  const folder = join(temporaryFolder('workspace'), 'sample');
  cpSync(join(root, 'sample'), folder, { recursive: true });
  const page = await newPage(browser);
  page.setDefaultTimeout(PATIENCE_MS);
  await page.setViewportSize(viewport ?? defaultViewport);
  const console: string[] = [];
  page.on('console', (message) => console.push(`${message.type()} ${message.text()}`));
  await page.goto(windowUrl({ origin: server.origin, folder }));
  try {
    await waitForExtension(page);
  } catch (error) {
    // No test is under way yet that would keep this.
    await screenshot(page, 'failed-to-open');
    keepEvidence('failed-to-open', server.dataDir, { console });
    throw error;
  }
  const window: EditorWindow = {
    page,
    workspace: folder,
    console,
    close: async () => {
      windows.delete(window);
      // Left as a person leaves it, so that it keeps what it remembers.
      page.once('dialog', (dialog) => void dialog.accept());
      await page.goto('about:blank');
      await page.close();
      removeFolder(folder);
    },
  };
  return window;
}

/**
 * Waits until the extension runs in a window that was just opened or reloaded. Its status bar item is the last thing
 * to appear; its icon in the activity bar is there before, since an editor remembers that from the time before.
 */
async function waitForExtension(page: Page): Promise<void> {
  await page.locator(`[id="${environmentStatus}"]`).waitFor();
}

/** Reloads a window as its user does: it keeps what is open. A page that is reloaded may lose the last of that. */
export async function reloadWindow(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await runCommand(page, 'Developer: Reload Window');
  await loaded;
  await waitForExtension(page);
}
