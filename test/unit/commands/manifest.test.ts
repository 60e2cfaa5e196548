import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { contributions, englishTexts } from '../../../scripts/manifest.mts';
import { COMMANDS } from '../../../src/commands/table/commandTable';
import { command, inMenu, inTitle, onAnyRow, onFocusedRow, onRow } from '../../../src/commands/table/row';

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

  it('shows a command where its row says', () => {
    const open = command<[], string>({
      title: 'Open Thing',
      icon: 'eye',
      palette: false,
      menus: [
        inMenu('editor/title', 'navigation@1', 'a'),
        inTitle('files', '1_open@1', 'b'),
        onRow('files', 'inline@1', '/^thing/'),
      ],
      keys: [onFocusedRow('files', 'ctrl+o')],
    });
    const stop = command<[], string>({
      title: 'Stop',
      menus: [onAnyRow('files', 'inline@2', '/x/')],
      keys: [{ key: 'f7', when: 'c' }],
    });
    const title = { title: '%command.open%', category: '%category%', icon: '$(eye)' };
    assert.deepEqual(contributions({ open, stop }), {
      commands: [
        { command: 'paymentsApi.open', ...title },
        { command: 'paymentsApi.stop', title: '%command.stop%', category: '%category%' },
        { command: 'paymentsApi.open.inTitle', ...title },
        { command: 'paymentsApi.stop.inTitle', title: '%command.stop%', category: '%category%' },
      ],
      menus: {
        commandPalette: [
          { command: 'paymentsApi.open', when: 'false' },
          { command: 'paymentsApi.open.inTitle', when: 'false' },
          { command: 'paymentsApi.stop.inTitle', when: 'false' },
        ],
        'editor/title': [{ command: 'paymentsApi.open', when: 'a', group: 'navigation@1' }],
        'view/title': [
          { command: 'paymentsApi.open.inTitle', when: 'view == paymentsApi.files && b', group: '1_open@1' },
        ],
        'view/item/context': [
          {
            command: 'paymentsApi.open',
            when: 'view == paymentsApi.files && viewItem =~ /^thing/',
            group: 'inline@1',
          },
          {
            command: 'paymentsApi.stop.inTitle',
            when: 'view == paymentsApi.files && viewItem =~ /x/',
            group: 'inline@2',
          },
        ],
      },
      keybindings: [
        {
          command: 'runCommands',
          key: 'ctrl+o',
          mac: 'cmd+o',
          when: 'focusedView == paymentsApi.files && listFocus && !inputFocus',
          args: { commands: [{ command: 'paymentsApi.files.runOnFocused', args: 'paymentsApi.open' }] },
        },
        { command: 'paymentsApi.stop', key: 'f7', mac: 'f7', when: 'c' },
      ],
    });
  });

  it('drops the title of a command that is gone, and leaves other texts', () => {
    const table = { open: command<[], string>({ title: 'Open Thing' }) };
    assert.deepEqual(englishTexts(table, { view: 'Things', 'command.open': 'Open', 'command.old': 'Old' }), {
      view: 'Things',
      'command.open': 'Open Thing',
    });
  });
});
