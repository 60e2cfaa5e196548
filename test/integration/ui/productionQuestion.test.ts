import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { planRequest } from '../../../src/api/rules/plan';
import { confirmUpload } from '../../../src/files/upload/uploadQuestions';
import type { Reachable } from '../../../src/services/connections';
import { askConsent } from '../../../src/ui/consent';
import { environmentAt } from '../../support/services';
import { closeEditors, shownText } from '../support/extension';
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

  it('names the writes that do not fit into it beside a document that shows them whole', async () => {
    let said: string[] = [];
    using _ = replaceInWindow({
      showWarningMessage(_message: string, { detail = '' }: vscode.MessageOptions) {
        said = detail.split('\n');
        return Promise.resolve(undefined);
      },
    });
    const plan = planRequest({ method: 'PUT', path: '/things', body: { note: 'x'.repeat(150) } });
    const environment = { ...environmentAt('https://api.example'), identity: 'a', keyMark: '' };
    const write = { plan, environment, isAgain: false, asks: true };
    const context = { subscriptions: [] as Disposable[] } as unknown as vscode.ExtensionContext;
    const ask = askConsent(context, () => assert.fail('The key is that of a sandbox.'));
    assert.equal(await ask(Array.from({ length: 12 }, () => write)), false);
    const [first, body = '', ...others] = said;
    assert.equal(first, 'PUT https://api.example/v1/things');
    assert.match(body, /^Body: 161 bytes, SHA-256 [0-9a-f]{64}$/);
    assert.deepEqual([others.length, others.at(-2)], [20, '2 more']);
    assert.equal(shownText().match(/x{150}/g)?.length, 12);
    await closeEditors();
  });
});
