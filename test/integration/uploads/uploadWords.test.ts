import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { UploadResult } from '../../../src/commands/table/commandTypes';
import type { CheckedFile } from '../../../src/files/check/gather';
import type { UploadPlan } from '../../../src/files/upload/plan';
import { failureText, summaryText } from '../../../src/files/upload/closingMessage';
import { actions } from '../../../src/files/upload/summaryQuestion';
import type { Environment } from '../../../src/services/environments/environmentModel';

const sandbox = { id: 'sandbox', name: 'Sandbox', type: 'sandbox' } as Environment;
const uploaded: UploadResult = { uri: 'file:///a.pdf', status: 'uploaded' };
const failed: UploadResult = {
  uri: 'file:///bill.pdf',
  status: 'failed',
  error: { kind: 'api', status: 422, message: 'The service refused the request: Too old.' },
};
const refused: UploadResult = {
  uri: 'file:///notes.txt',
  status: 'rejected',
  error: { kind: 'preflight', message: 'notes.txt is empty. Choose a file that has content.' },
};

describe('the message after an upload', () => {
  it('names the file, what became of it and the status', () => {
    assert.equal(
      failureText(failed, 'bill.pdf'),
      'bill.pdf (failed, HTTP 422): The service refused the request: Too old.',
    );
    const unknown: UploadResult = {
      uri: 'file:///bill.pdf',
      status: 'unknown-outcome',
      error: { kind: 'unknown-outcome', message: 'No answer came.' },
    };
    assert.equal(failureText(unknown, 'bill.pdf'), 'bill.pdf (outcome unknown): No answer came.');
  });

  it('says once why a file was not sent', () => {
    assert.equal(failureText(refused, 'notes.txt'), 'notes.txt is empty. Choose a file that has content.');
  });

  it('is one short sentence where all files of a batch ended alike', () => {
    assert.equal(summaryText([uploaded, uploaded], sandbox), 'Uploaded 2 files to Sandbox.');
    assert.equal(summaryText([refused, refused], sandbox), 'None of the 2 files can be uploaded.');
    assert.equal(
      summaryText([uploaded, failed, refused], sandbox),
      'Sandbox: 1 uploaded, 1 not valid, 1 failed.',
    );
    const notSent: UploadResult = { uri: 'file:///c.pdf', status: 'not-sent' };
    const cancelled: UploadResult = { uri: 'file:///d.pdf', status: 'cancelled' };
    assert.equal(summaryText([cancelled, cancelled, notSent], sandbox), 'Sandbox: 2 cancelled, 1 not sent.');
  });
});

describe('the question about a batch', () => {
  const files = (count: number) => Array<CheckedFile>(count).fill({} as CheckedFile);
  const planOf = (ready: number, known: number, unconfirmed = 0): UploadPlan => ({
    ready: files(ready),
    known: files(known),
    unconfirmed: files(unconfirmed),
    twins: [],
    refused: [],
    earlier: new Map(),
  });
  const asked = (ready: number, known: number) => {
    return actions(planOf(ready, known)).map(({ label, iconPath, choice }) => [
      label,
      (iconPath as vscode.ThemeIcon).id,
      choice,
    ]);
  };

  it('begins with what uploads nothing twice, whose icon says whether anything is uploaded', () => {
    assert.deepEqual(asked(3, 1), [
      ['Upload 3 files', 'cloud-upload', 'skip'],
      ['Upload all 4, including duplicates', 'versions', 'upload'],
    ]);
    assert.deepEqual(asked(0, 1), [
      ['Don’t upload; use the existing file', 'circle-slash', 'skip'],
      ['Upload it again', 'versions', 'upload'],
    ]);
  });

  it('promises no existing file where none is certain to be there', () => {
    const [one] = actions(planOf(0, 0, 1));
    assert.equal(one?.label, 'Don’t Upload');
    const described = [planOf(2, 0, 1), planOf(2, 3, 1)].map((plan) => actions(plan)[0]?.description);
    assert.deepEqual(described, [undefined, 'using the existing file for 3']);
  });
});
