import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import type { UploadResult } from '../../../src/commands/table/commandTypes';
import type { CheckedFile } from '../../../src/files/check/gather';
import type { UploadPlan } from '../../../src/files/upload/plan';
import { failureText, showUploadResults, summaryText } from '../../../src/files/upload/closingMessage';
import { actions, askSummary, needsSummary } from '../../../src/files/upload/summaryQuestion';
import { present } from '../../../src/util/text';
import type { KnownFile } from '../../../src/storage';
import { retryUploads } from '../../../src/files/upload/askAgain';
import type { UploadParts } from '../../../src/files/upload/ask';
import type { FileRecords } from '../../../src/files/records/fileRecords';
import { beginAll, newUpload } from '../../unit/storage/support';
import { newStorage, replaceInWindow } from '../support/registry';
import type { Environment } from '../../../src/services/environments/environmentModel';
import type { Action } from '../../../src/ui/messages';

const uri = vscode.Uri.file('/a.pdf');
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
  it('has the ids of all files that are there, one a line', async () => {
    const named = (id: string): UploadResult => ({ ...uploaded, file: { id } });
    const waiting: UploadResult = { uri: 'file:///c.pdf', status: 'not-sent' };
    const results = [named('a'), { ...named('b'), status: 'duplicate' as const }, refused, waiting];
    const shown: { message: string; actions: Action[] }[] = [];
    const showWarningMessage = (message: string, ...offered: Action[]) => {
      shown.push({ message, actions: offered });
      return Promise.resolve(undefined);
    };
    using _ = replaceInWindow({ showWarningMessage });
    showUploadResults(results, sandbox, () => []);
    const [{ message, actions: offered } = assert.fail()] = shown;
    assert.equal(message, 'Sandbox: 1 uploaded, 1 already uploaded, 1 not valid, 1 not sent.');
    const titles = offered.map(({ title }) => title);
    assert.deepEqual(titles, ['Copy IDs', 'Show Results', 'Resume'], 'titles too long for one line');
    await offered.find(({ title }) => title === 'Copy IDs')?.run();
    assert.equal(await vscode.env.clipboard.readText(), 'a\nb');
  });

  it('names the files that have a warning, and those that may have arrived', () => {
    const shown: string[] = [];
    const showWarningMessage = (message: string) => Promise.resolve(void shown.push(message));
    using _ = replaceInWindow({ showWarningMessage });
    const warned = { status: 'uploaded', file: { id: 'a' }, warnings: ['Hm.'] } as const;
    const there = ['a.pdf', 'b.pdf'].map((name): UploadResult => ({ ...warned, uri: `file:///${name}` }));
    showUploadResults([uploaded, ...there], sandbox, () => []);
    const unknown: UploadResult = { uri: 'file:///c.pdf', status: 'unknown-outcome', warnings: ['Hm.'] };
    showUploadResults([uploaded, unknown], sandbox, () => []);
    assert.deepEqual(shown, [
      'Uploaded 3 files to Sandbox. With a warning: a.pdf, b.pdf.',
      'Sandbox: 1 uploaded, 1 with unknown outcome. May have arrived: c.pdf.',
    ]);
  });

  it('repeats by one button what certainly did not arrive, and by another one what is in doubt', async () => {
    let offered: readonly Action[] = [];
    const showErrorMessage = (_message: string, ...actions: Action[]) => {
      offered = actions;
      return Promise.resolve(undefined);
    };
    using _ = replaceInWindow({ showErrorMessage });
    const rows = [false, true].map((mayHaveActed) => ({ state: 'failed', mayHaveActed }) as KnownFile);
    showUploadResults([failed], sandbox, () => rows);
    const repeated: unknown[] = [];
    const mocked = mock.method(vscode.commands, 'executeCommand', (...[, , nodes]: unknown[]) => {
      repeated.push(nodes);
      return Promise.resolve({ ok: true });
    });
    for (const { run } of offered.slice(0, 2)) await run();
    mocked.mock.restore();
    assert.deepEqual(
      repeated,
      rows.map((file) => [{ file }]),
    );
  });

  it('lists what became of each file, also that a failed one may have arrived', async () => {
    const listed: (string | undefined)[] = [];
    const showWarningMessage = (_message: string, ...offered: Action[]) =>
      Promise.resolve(offered.find(({ title }) => title === 'Show Results'));
    const shown = Promise.withResolvers<undefined>();
    const showQuickPick = (items: readonly vscode.QuickPickItem[]) => {
      listed.push(...items.map(({ description }) => description));
      shown.resolve(undefined);
      return shown.promise;
    };
    using _ = replaceInWindow({ showWarningMessage, showQuickPick });
    const error = { kind: 'api', status: 500, message: 'Oh.', mayHaveActed: true } as const;
    showUploadResults([failed, { ...failed, error }, refused], sandbox, () => []);
    await shown.promise;
    assert.deepEqual(listed, ['failed', 'failed · may have arrived', 'refused before sending']);
  });

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
    assert.equal(
      failureText({ ...unknown, status: 'not-sent' }, 'b.pdf'),
      'b.pdf (not sent): No answer came.',
    );
  });

  it('says once why a file was refused', () =>
    assert.equal(failureText(refused, 'notes.txt'), 'notes.txt is empty. Choose a file that has content.'));

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
    copies: [],
    refused: [],
    earlier: new Map(),
  });
  const asked = (ready: number, known: number) => {
    return actions(planOf(ready, known)).map(({ label, iconPath, value }) => [
      label,
      (iconPath as vscode.ThemeIcon).id,
      value,
    ]);
  };

  it('is asked where a folder, a repeated or refused file, or a warning should be seen first', () => {
    const selection = { files: [], leftOut: [], cut: false, walked: false };
    const readyWith = (...warnings: string[]): UploadPlan => {
      return { ...planOf(0, 0), ready: [{ warnings } as unknown as CheckedFile] };
    };
    const [fresh, odd] = [readyWith(), files(1)];
    const plans = [planOf(0, 1), planOf(0, 0, 1), readyWith('Hm.')];
    for (const plan of [...plans, { ...fresh, copies: odd }, { ...fresh, refused: odd }])
      assert.ok(needsSummary(plan, selection));
    assert.ok(needsSummary(fresh, { ...selection, walked: true }));
    assert.ok(!needsSummary(fresh, selection));
  });

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

  it('shows what is ready, with a warning, refused, there twice and uploaded before, and what was left out', async () => {
    const file = (name: string, more: Partial<CheckedFile> = {}): CheckedFile => {
      return { ...{ uri, name, size: 1000, mimeType: '', sha256: '', warnings: [] }, ...more };
    };
    const known = file('known.pdf');
    const plan: UploadPlan = {
      ready: [
        file('fresh.pdf', { sha256: 'other' }),
        file('warned.png', { warnings: ['It is a PDF document.'] }),
      ],
      known: [known],
      unconfirmed: [file('in-doubt.pdf')],
      copies: [file('twin.pdf')],
      refused: [file('refused.pdf', { rejection: { kind: 'preflight', message: 'It is only text.' } })],
      earlier: new Map([[known, [{ sortTime: Date.now(), fileId: 'file_1' } as KnownFile]]]),
    };
    let rows: string[] = [];
    const answers = [undefined, 'upload'];
    const showQuickPick = (items: readonly (vscode.QuickPickItem & { value?: string })[]) => {
      rows = items.map(({ label, detail, iconPath }) =>
        present(label, (iconPath as vscode.ThemeIcon | undefined)?.id, detail).join(' | '),
      );
      const answer = answers.shift();
      return Promise.resolve(items.find(({ value }) => value === answer));
    };
    using _ = replaceInWindow({ showQuickPick });
    const leftOut = [{ path: 'file:///notes.md', reason: 'it is hidden' }];
    const selection = { files: [], leftOut, walked: true };
    assert.equal(await askSummary('Upload', plan, selection), 'upload');
    assert.deepEqual(answers, [], 'a row of information is no answer');
    assert.deepEqual(rows.slice(2), [
      ...['Cannot be uploaded (1)', 'refused.pdf | error | It is only text.'],
      ...['Uploaded before (1)', 'known.pdf | history | Same content, now: file_1'],
      'May have been uploaded before (1)',
      'in-doubt.pdf | question | Same content, 56 years ago: No answer came.',
      ...['Twice in this selection (1)', 'twin.pdf | copy | Same content: warned.png'],
      ...['Ready (2)', 'fresh.pdf | file', 'warned.png | warning | It is a PDF document.'],
      ...['Left out (1)', '/notes.md | circle-slash | Left out because it is hidden'],
    ]);
  });

  it('promises no existing file where none is certain to be there, and counts what may have arrived', () => {
    const [one] = actions(planOf(0, 0, 1));
    assert.equal(one?.label, 'Don’t Upload');
    const described = [planOf(2, 0, 1), planOf(2, 3, 1), planOf(2, 3)].map((plan) =>
      actions(plan).map(({ description }) => description),
    );
    assert.deepEqual(described, [
      [undefined, 'May have arrived: 1.'],
      ['using the existing file for 3', 'May have arrived: 1.'],
      ['using the existing file for 3', undefined],
    ]);
  });
});

describe('the question before uploads are retried that may have arrived', () => {
  it('offers to link one to its file only where nothing else is to be retried with it', async () => {
    await using window = newStorage();
    const { storage } = window;
    const [inDoubt = 0, failed = 0, other = 0] = beginAll(
      storage,
      ['in-doubt.pdf', 'failed.pdf', 'other.pdf'].map((name) => newUpload(name)),
    ).map(({ key }) => key);
    const error = { kind: 'unknown-outcome', message: 'No answer.' } as const;
    for (const key of [inDoubt, other]) storage.files.fail(key, { state: 'unknown', error });
    storage.files.fail(failed, { state: 'failed', error: { kind: 'network', message: 'No way there.' } });
    const services = {
      storage: { get: () => Promise.resolve(storage) },
      environments: { get: () => ({ type: 'sandbox' }) },
    };
    const offered: unknown[][] = [];
    const dismiss = (message: string, _options: object, ...buttons: unknown[]) => {
      offered.push([message, ...buttons]);
      return Promise.resolve(undefined);
    };
    using _ = replaceInWindow({ showWarningMessage: dismiss });
    for (const keys of [[inDoubt], [inDoubt, failed], [inDoubt, other]]) {
      await assert.rejects(
        retryUploads({ services } as unknown as UploadParts, {} as FileRecords, keys, true),
        { name: 'CancelledError' },
      );
    }
    assert.deepEqual(offered, [
      ['Upload in-doubt.pdf again?', 'It’s There: Link by ID…', 'Upload Again'],
      ['Upload in-doubt.pdf again?', 'Don’t Upload', 'Upload Again'],
      ['Upload these 2 files again?', 'Don’t Upload', 'Upload Again'],
    ]);
  });
});
