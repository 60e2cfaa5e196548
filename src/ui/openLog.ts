import * as vscode from 'vscode';

/**
 * Opens the output channel of the extension, or one of another name. A channel that is disposed throws at every call; this one is quiet then, because a command
 * that another extension called may end after its window.
 */
export function openLog(title = 'Payments API'): vscode.LogOutputChannel {
  const channel = vscode.window.createOutputChannel(title, { log: true });
  let isOpen = true;
  return new Proxy(channel, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if (!isOpen) return undefined;
        isOpen = name !== 'dispose';
        return Reflect.apply(value, target, args);
      };
    },
  });
}
