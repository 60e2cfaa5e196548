import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { askChoice } from '../../../src/ui/questions/steps';
import { askStep, type StepItem } from '../../../src/requests/send/questionStep';
import { replaceInWindow } from '../support/registry';

/** Asks with one row, whose button does some work. */
function ask(onButton: () => Promise<string | undefined>) {
  const button = { iconPath: new vscode.ThemeIcon('trash') };
  const item: StepItem<string> = { label: 'one', chosen: 'one', buttons: [button] };
  const pressed = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();
  const list = vscode.window.createQuickPick();
  const createQuickPick = () => Object.assign(list, { onDidTriggerItemButton: pressed.event });
  using _window = replaceInWindow({ createQuickPick });
  const asked = askStep({ title: 'Which?', placeholder: 'One', items: [item], onButton });
  return { asked, list, press: () => pressed.fire({ item, button }) };
}

describe('a question that is a list', () => {
  it('ends with the error of what the button of a row does', async () => {
    const { asked, list, press } = ask(() => Promise.reject(new Error('It was changed meanwhile.')));
    let isOpen = true;
    list.onDidHide(() => {
      isOpen = false;
    });
    press();
    await assert.rejects(asked, /It was changed meanwhile/);
    assert.ok(!isOpen);
  });

  it('does once what the button of a row does that is pressed twice', async () => {
    let count = 0;
    const { asked, list, press } = ask(() => {
      count += 1;
      return Promise.resolve(undefined);
    });
    press();
    press();
    list.hide();
    await assert.rejects(asked, { kind: 'cancelled' });
    assert.equal(count, 1);
  });

  it('takes the only row that is meant where Enter comes before the rows are shown, and none of several', async () => {
    const accepted = new vscode.EventEmitter<void>();
    const typed = new vscode.EventEmitter<string>();
    const list = Object.assign(vscode.window.createQuickPick(), {
      onDidAccept: accepted.event,
      onDidChangeValue: typed.event,
    });
    using _window = replaceInWindow({ createQuickPick: () => list });
    const items = ['one', 'two'].map((value) => ({ label: value, value }));
    const place = { title: 'Which?', step: 1, totalSteps: 1, canGoBack: false };
    const asked = askChoice(place, { placeholder: '', items, typed: () => items.slice(1) });
    accepted.fire();
    typed.fire('tw');
    accepted.fire();
    assert.deepEqual(await asked, { answer: 'two' });
  });
});
