import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { contributions, englishTexts } from '../../../scripts/manifest.mts';
import { COMMANDS } from '../../../src/commands/table/commandTable';
import { command } from '../../../src/commands/table/row';

describe('the manifest', () => {
  it('has the commands, menus and keys of the table (npm run manifest)', () => {
    const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as { contributes: object };
    assert.deepEqual({ ...contributes, ...contributions(COMMANDS) }, contributes);
  });

  it('has their English titles (npm run manifest)', () => {
    const texts = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
    assert.deepEqual(englishTexts(COMMANDS, texts), texts);
  });

  it('names only icons that the editor has', () => {
    const named = readFileSync('package.json', 'utf8').match(/(?<=\$\()[a-z-]+(?=\))/g) ?? [];
    assert.ok(named.length > 0);
    const icons = readFileSync('node_modules/@vscode/codicons/dist/codicon.css', 'utf8');
    assert.deepEqual(
      named.filter((name) => !icons.includes(`.codicon-${name}:before`)),
      [],
    );
  });

  it('drops the title of a command that is gone, and leaves other texts', () => {
    const table = { open: command<[], string>({ title: 'Open Thing' }) };
    assert.deepEqual(englishTexts(table, { view: 'Things', 'command.open': 'Open', 'command.old': 'Old' }), {
      view: 'Things',
      'command.open': 'Open Thing',
    });
  });
});
