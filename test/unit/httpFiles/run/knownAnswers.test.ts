import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { KnownAnswers } from '../../../../src/httpFiles/run/knownAnswers';
import type { Reachable } from '../../../../src/services/connections';
import { environmentAt } from '../../../support/services';

const FILE = new URL('file:///a.http') as unknown as vscode.Uri;
const ANSWER = { body: 1, headers: [] };
const at = (url: string, identity: string, type: 'local' | 'sandbox' = 'sandbox') =>
  ({ ...environmentAt(url, { type }), identity }) as Reachable;

describe('an earlier answer', () => {
  it('is one of the same account: not of another address, nor of before a reset', () => {
    const answers = new KnownAnswers();
    const known = (environment: Reachable) => answers.find(FILE, environment, 'made') !== undefined;
    answers.keep(FILE, at('https://a.test', 'a'), 'made', ANSWER);
    answers.keep(FILE, at('http://127.0.0.1:1', 'first', 'local'), 'made', ANSWER);
    assert.ok(known(at('https://a.test', 'a')));
    assert.ok(!known(at('https://a.test/live', 'a')) && !known(at('https://a.test', 'b')));
    assert.ok(known(at('http://127.0.0.1:2', 'first', 'local')), 'at another port');
    assert.ok(!known(at('http://127.0.0.1:1', 'second', 'local')), 'after a reset');
  });
});
