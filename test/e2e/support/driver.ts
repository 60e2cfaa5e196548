import { build } from 'esbuild';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../host/cleanup.mts';
import { readJson, root } from '../../host/paths.mts';
import { REPORT_FILE, SETTINGS_FILE, TOOLS_FILE, type ToolCall } from '../driver/protocol';
import { runCommand } from '../../host/editor/quickInput.mts';
import { until } from '../../host/editor/waiting.mts';
import type { EditorWindow } from '../../host/editor/window.mts';

/**
 * Builds the extension of test/e2e/driver, to be there beside the one under test.
 * @returns its folder
 */
export async function buildDriver(): Promise<string> {
  const folder = temporaryFolder('driver');
  cpSync(join(root, 'test/e2e/driver/package.json'), join(folder, 'package.json'));
  await build({
    entryPoints: [join(root, 'test/e2e/driver/extension.ts')],
    outfile: join(folder, 'extension.js'),
    bundle: true,
    platform: 'node',
    external: ['vscode'],
  });
  return folder;
}

/** Lets the driver call tools, all at once. @returns what waits for what each returned */
export function callTools(
  window: EditorWindow,
  calls: readonly ToolCall[],
): Promise<() => Promise<readonly string[]>> {
  return begin(window, 'Driver: Call the Tools', TOOLS_FILE, calls);
}

/** Changes these settings of the user, each by its whole name. */
export async function useSettings(
  window: EditorWindow,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const report = await begin(window, 'Driver: Use the Settings', SETTINGS_FILE, settings);
  await report();
}

/** Gives the driver an order by a command of its own. */
async function begin<T>(
  { page, workspace }: EditorWindow,
  command: string,
  orderFile: string,
  order: unknown,
): Promise<() => Promise<T>> {
  const report = join(workspace, REPORT_FILE);
  rmSync(report, { force: true });
  writeFileSync(join(workspace, orderFile), JSON.stringify(order));
  await page.bringToFront();
  await runCommand(page, command);
  return async () => {
    await until(() => existsSync(report));
    return readJson(report) as T;
  };
}
