import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../host/cleanup.mts';
import { readJson, root } from '../../host/paths.mts';
import { runCommand as runInShell } from '../../host/run-command.mts';
import { ORDER_FILE, REPORT_FILE, type Order, type Report } from '../driver/protocol';
import { eventually, runCommand, type EditorWindow } from './editor';

export * from '../driver/protocol';

/**
 * Packages the extension of test/e2e/driver, to be installed beside the one under test.
 * @returns the path of the package
 */
export async function packageDriver(): Promise<string> {
  const folder = temporaryFolder('driver');
  cpSync(join(root, 'test/e2e/driver/package.json'), join(folder, 'package.json'));
  cpSync(join(root, 'out/e2e/driver/extension.js'), join(folder, 'extension.js'));
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--skip-license'];
  const { code, output } = await runInShell('vsce', [...args, '--out', 'driver.vsix'], { cwd: folder });
  if (code !== 0) throw new Error(output);
  return join(folder, 'driver.vsix');
}

/** Lets the driver of a window begin. @returns what waits for its report */
export async function startDriver(
  { page, workspace }: EditorWindow,
  order: Order,
): Promise<(timeoutMs: number) => Promise<Report>> {
  writeFileSync(join(workspace, ORDER_FILE), JSON.stringify(order));
  await page.bringToFront();
  await runCommand(page, 'Driver: Run the Operations');
  const report = join(workspace, REPORT_FILE);
  return async (timeoutMs) => {
    await eventually(
      () => existsSync(report),
      (there) => there,
      timeoutMs,
    );
    return readJson(report) as Report;
  };
}
