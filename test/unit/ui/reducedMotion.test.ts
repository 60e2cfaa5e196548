import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';

/** Selectors of the rules that move something, and of those that end the movement. */
function rulesOf(css: string): { moving: string[]; still: string[] } {
  const rules = [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  const selectors = (isMeant: (body: string) => boolean): string[] =>
    rules
      .filter(([, , body = '']) => isMeant(body))
      .flatMap(([, selector = '']) => selector.split(',').map((each) => each.trim()));
  return {
    moving: selectors((body) => /(?:animation|transition)\s*:(?!\s*none)/.test(body)),
    still: selectors((body) => /animation\s*:\s*none/.test(body) && /transition\s*:\s*none/.test(body)),
  };
}

describe('the panels of a person who wants reduced motion', () => {
  const sheets = globSync('src/**/webview/*.css').map((file) => rulesOf(readFileSync(file, 'utf8')));

  it('move nothing of their own, by the setting of the system or of the editor', () => {
    const moving = sheets.flatMap((sheet) => sheet.moving);
    const still = sheets.flatMap((sheet) => sheet.still);
    assert.ok(moving.length > 0, 'there is something to keep still');
    for (const selector of moving) {
      assert.ok(still.includes(selector), `${selector} by the setting of the system`);
      assert.ok(still.includes(`.vscode-reduce-motion ${selector}`), `${selector} by that of the editor`);
    }
  });
});
