import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { confirmUpload } from '../../../src/files/upload/uploadQuestions';
import type { Reachable } from '../../../src/services/connections';
import { replaceInWindow } from '../support/registry';

describe('the question before a write to production', () => {
  it('says what for, where it goes and with which key, and its first button sends nothing', async () => {
    const asked: unknown[] = [];
    const dismiss = (message: string, { detail }: vscode.MessageOptions, ...buttons: string[]) => {
      asked.push(message, detail?.split('\n'), ...buttons);
      return Promise.resolve(undefined);
    };
    using _ = replaceInWindow({ showWarningMessage: dismiss });
    const keys = { state: () => Promise.resolve({ kind: 'set', lastFour: '5678' } as const) };
    const write = (environment: object) =>
      confirmUpload(keys, environment as Reachable, [{ name: 'a.pdf', size: 3 }], 'payment_evidence');
    await write({ type: 'sandbox' });
    assert.deepEqual(asked, []);
    const addresses = { apiUrl: 'https://api.example/v1', filesUrl: 'https://files.example' };
    await assert.rejects(write({ type: 'production', name: 'Live', addresses }), { name: 'CancelledError' });
    assert.deepEqual(asked, [
      'PRODUCTION (Live): upload 1 file?',
      [
        'a.pdf (3 bytes)',
        'Purpose: Payment evidence',
        'Where: https://files.example/v1',
        'Account: the API key ending in 5678',
      ],
      'Do Not Send',
      'Upload to Production',
    ]);
  });
});
