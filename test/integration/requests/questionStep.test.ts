import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { askStep, type StepItem } from '../../../src/requests/send/questionStep';

/** The list that the next question shows, and what presses the button of one of its rows. */
function nextList() {
  const buttons = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();
  const { window } = vscode;
  const { createQuickPick } = window;
  let isOpen = true;
  window.createQuickPick = <T extends vscode.QuickPickItem>() => {
    window.createQuickPick = createQuickPick;
    const dispose = () => {
      isOpen = false;
      list.dispose();
    };
    const list = createQuickPick<T>();
    return new Proxy(list, {
      get(target, name) {
        if (name === 'dispose') return dispose;
        if (name === 'onDidTriggerItemButton') return buttons.event;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
      set: (target, name, value) => Reflect.set(target, name, value),
    });
  };
  return {
    press(item: vscode.QuickPickItem, button: vscode.QuickInputButton) {
      buttons.fire({ item, button });
    },
    get isOpen() {
      return isOpen;
    },
  };
}

describe('a question that is a list', () => {
  it('ends with the error of what the button of a row does', async () => {
    const button = { iconPath: new vscode.ThemeIcon('trash') };
    const item: StepItem<string> = { label: 'one', chosen: 'one', buttons: [button] };
    const list = nextList();
    const asked = askStep({
      title: 'Which?',
      placeholder: 'One',
      items: [item],
      onButton: () => Promise.reject(new Error('It was changed meanwhile.')),
    });
    list.press(item, button);
    await assert.rejects(asked, /It was changed meanwhile/);
    assert.ok(!list.isOpen);
  });
});
