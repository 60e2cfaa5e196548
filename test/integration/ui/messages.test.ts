import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PreflightError } from '../../../src/api/model/errors';
import { createFailureReporter } from '../../../src/ui/messages';
import { replaceInWindow } from '../support/registry';

describe('the message about a failure', () => {
  it('offers the log where that says more, and has a button where the editor would show only its beginning', () => {
    const log = vscode.window.createOutputChannel('Failures', { log: true });
    const shown: string[] = [];
    using _ = replaceInWindow({
      showErrorMessage: (message: string, ...buttons: readonly vscode.MessageItem[]) => {
        shown.push([message, ...buttons.map(({ title }) => title)].join(' | '));
        return Promise.resolve(undefined);
      },
    });
    const report = createFailureReporter(log, { all: [] });
    const long = 'It is larger than the service takes. Make it smaller, or split it.';
    // Japanese and Chinese characters are wide: fewer of them fit.
    const fits = '値'.repeat(24);
    const wide = `${fits}値`;
    const errors = ['No.', long, fits, wide].map((message) => new PreflightError({ message }));
    for (const error of [...errors, new Error('Oh')])
      report('findRequest', { ok: false, error: { kind: 'preflight', message: error.message } }, error);
    assert.deepEqual(shown, ['No.', `${long} | OK`, fits, `${wide} | OK`, 'Oh | Show Log']);
    log.dispose();
  });
});
