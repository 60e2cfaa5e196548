import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { extensionLogs } from '../../host/editor/evidence.mts';
import { eventually, pick, rightClickInExplorer, runAndPick, viewRow, type EditorWindow } from './editor';

// What the stories about files have in common.

/** The text of a small PDF whose bytes no other call gives, so that nothing takes it for a duplicate. */
export const newPdf = () => Buffer.from(`%PDF-1.4\n% ${crypto.randomUUID()}\n`);

/** Writes files into the window's workspace; each is a new PDF unless its content is given. */
export function writeFiles(
  { workspace }: EditorWindow,
  files: readonly (string | readonly [name: string, content: string | Buffer])[],
): void {
  for (const file of files) {
    const [name, content] = typeof file === 'string' ? [file, newPdf()] : file;
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    writeFileSync(join(workspace, name), content);
  }
}

/** Makes the Local Sandbox behave. */
export async function setScenario(page: Page, title: string): Promise<void> {
  // The one that is set has a mark in front of its name.
  await runAndPick(page, 'Payments API: Set Local Sandbox Scenario', new RegExp(`(^|\\s)${title}`));
}

/** The rows of the Files view that show this text. */
export function fileRows(page: Page, text: string | RegExp = ''): Locator {
  return viewRow(page, 'Files', text);
}

/** Waits until so many rows of the Files view show this text. */
export async function rowsUntil(page: Page, text: string | RegExp, count: number): Promise<void> {
  await eventually(
    () => fileRows(page, text).count(),
    (found) => found === count,
  );
}

/** The lines of the extension's log that tell of a request with this method, over all windows of the editor. */
export function logged(dataDir: string, method: string): string[] {
  return extensionLogs(dataDir)
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line.includes(`  ${method}  `));
}

/** Uploads a file or a folder by its menu in the explorer, up to the question after that about its purpose. */
export async function uploadByMenu(page: Page, name: string, purpose = 'Payment evidence'): Promise<void> {
  await rightClickInExplorer(page, name, 'Upload to Payments API');
  await pick(page, purpose);
}
