import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { root as project } from '../../host/paths.mts';
import { pressInQuickInput, quickInput, runCommand } from './editor';

const AXE = join(project, 'node_modules/axe-core/axe.min.js');

/** What of axe-core's report the tests read. */
interface Report {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/**
 * Looks for what keeps people with a screen reader, a keyboard or weak sight out of a page.
 * @param root any element of the page, such as the body of a webview
 * @param only the rules to go by, by their ids in axe-core; all when it is not given
 */
async function assertAccessible(root: Locator, only?: readonly string[]): Promise<void> {
  // The policy of a webview allows no script of ours; what the driver evaluates is not bound by it.
  const isLoaded: boolean = await root.evaluate('"axe" in globalThis');
  if (!isLoaded) await root.evaluate(`${readFileSync(AXE, 'utf8')}; 0`);
  // Nothing is fetched, and nothing named, that is not read here.
  const options = { runOnly: only, resultTypes: ['violations'], preload: false, selectors: false };
  const report: Report = await root.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  const found = report.violations.map(({ id, help, nodes }) => {
    const places = nodes
      .slice(0, 3)
      .map(({ html, failureSummary = '' }) => `${html.slice(0, 300)}\n${failureSummary}`);
    return `${id}: ${help}\n${places.join('\n')}`;
  });
  assert.equal(found.length, 0, found.join('\n\n'));
}

/**
 * Labels of themes, the kind that the editor gives each, and its id where another one of that kind comes before. Of the
 * light ones those whose colours are closest to each other: where these can be read, the others can.
 */
const THEMES = [
  ['Solarized Light', 'light', 'Solarized Light'],
  ['Quiet Light', 'light', 'Quiet Light'],
  ['Dark High Contrast', 'high-contrast', undefined],
  ['Light High Contrast', 'high-contrast-light', undefined],
] as const;

/**
 * Checks panels that are in sight together in dark, light and both high-contrast themes. Ends in the dark one.
 * @param hovered stays under the pointer
 */
export async function assertAccessibleInThemes(
  page: Page,
  panels: readonly FrameLocator[],
  hovered: Locator,
): Promise<void> {
  const checkIn = async (kind: string, name?: string, only?: readonly string[]): Promise<void> => {
    const theme = name === undefined ? '' : `[data-vscode-theme-id*="${name}"]`;
    for (const panel of panels) {
      await panel.locator(`body[data-vscode-theme-kind="vscode-${kind}"]${theme}`).waitFor();
      await assertAccessible(panel.locator('body'), only);
    }
  };
  // A theme changes nothing but colours: what goes by the structure alone is looked at once.
  const isReadableIn = (kind: string, name?: string): Promise<void> =>
    checkIn(kind, name, ['color-contrast', 'link-in-text-block']);
  await checkIn('dark');
  // The list of themes shows each one while it has the focus there.
  await runCommand(page, 'Preferences: Color Theme');
  const input = quickInput(page).getByRole('textbox');
  for (const [label, kind, name] of THEMES) {
    await input.fill(label);
    await hovered.hover();
    await isReadableIn(kind, name);
  }
  await pressInQuickInput(page, 'Escape');
  await panels[0]?.locator('body[data-vscode-theme-kind="vscode-dark"]').waitFor();
}
