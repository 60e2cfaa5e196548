import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { askStep, type StepItem } from '../../../src/requests/send/questionStep';
import { replaceInWindow } from '../support/registry';

describe('a question that is a list', () => {
  it('ends with the error of what the button of a row does', async () => {
    const button = { iconPath: new vscode.ThemeIcon('trash') };
    const item: StepItem<string> = { label: 'one', chosen: 'one', buttons: [button] };
    const pressed = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();
    let isOpen = true;
    const list = vscode.window.createQuickPick();
    list.onDidHide(() => {
      isOpen = false;
    });
    const createQuickPick = () => Object.assign(list, { onDidTriggerItemButton: pressed.event });
    using _window = replaceInWindow({ createQuickPick });
    const asked = askStep({
      title: 'Which?',
      placeholder: 'One',
      items: [item],
      onButton: () => Promise.reject(new Error('It was changed meanwhile.')),
    });
    pressed.fire({ item, button });
    await assert.rejects(asked, /It was changed meanwhile/);
    assert.ok(!isOpen);
  });
});
