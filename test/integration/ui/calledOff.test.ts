import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { PURPOSES } from '../../../src/api/rules/limits';
import { planRequest } from '../../../src/api/rules/plan';
import { FileRecords } from '../../../src/files/records/fileRecords';
import { resumeUploads, retryUploads } from '../../../src/files/upload/askAgain';
import { upload, type UploadParts } from '../../../src/files/upload/ask';
import { readAnswers } from '../../../src/files/upload/uploadQuestions';
import { UploadProgress } from '../../../src/files/upload/uploadProgress';
import { createHttpCommands } from '../../../src/httpFiles/run/httpCommands';
import { KnownAnswers } from '../../../src/httpFiles/run/knownAnswers';
import { RequestRunner } from '../../../src/httpFiles/run/runRequest';
import { Verdicts } from '../../../src/httpFiles/run/verdicts';
import { SharedVariables } from '../../../src/httpFiles/sharedVariables';
import type { Exchanges } from '../../../src/requests/exchange/exchanges';
import { createCollectCommand } from '../../../src/requests/paging/collect';
import { actFor, currentCaller, type Caller } from '../../../src/services/caller';
import { databaseFile } from '../../../src/services/databaseFile';
import type { Services } from '../../../src/services/services';
import { showMessage } from '../../../src/ui/messages';
import { withLateProgress } from '../../../src/ui/progress';
import { ok } from '../../support/apiClient';
import { sendJson } from '../../support/httpServer';
import { serveTest, type TestServices } from '../../support/services';
import { acceptUpload } from '../support/contract';
import { closeEditors, newPdf, shownText, writeFile } from '../support/extension';
import { memento, replaceInWindow } from '../support/registry';
import { uploadRequest } from '../support/requests';
import { statuses } from '../support/uploads';
import { newUpload } from '../../unit/storage/support';

/** What the editor shows: progress, each with a Cancel button of its own, and messages. */
function watchWindow() {
  const cancels: (() => void)[] = [];
  const said: string[] = [];
  const shown = Promise.withResolvers<undefined>();
  const withProgress = (_: unknown, task: Parameters<typeof vscode.window.withProgress>[1]) => {
    const source = new vscode.CancellationTokenSource();
    cancels.push(() => source.cancel());
    shown.resolve(undefined);
    return task({ report: () => undefined }, source.token);
  };
  const say = (message: string) => Promise.resolve(void said.push(message));
  const replaced = replaceInWindow({
    withProgress,
    showInformationMessage: say,
    showWarningMessage: say,
  });
  return Object.assign(replaced, { cancels, said, shown: shown.promise });
}

async function serve(...args: Parameters<typeof serveTest>): ReturnType<typeof serveTest> {
  const test = await serveTest(...args);
  test.values.concurrency = 1;
  return test;
}

function uploadPartsOf({ services }: TestServices): UploadParts {
  return {
    services: { ...services, context: { workspaceState: memento() } } as unknown as Services,
    progress: new UploadProgress(),
    setUp: () => Promise.resolve(),
  };
}

describe('all requests of a file', () => {
  const gets = [1, 2, 3].map((number) => `GET {{apiUrl}}/${number}\n`);
  const uploads = [1, 2, 3].map((number) => uploadRequest(`./called-off-${number}.pdf`));

  for (const [what, requests] of Object.entries({ requests: gets, uploads })) {
    it(`have one progress for all ${what}, and end at Cancel, also where an answer has just come`, async () => {
      using window = watchWindow();
      let asked = 0;
      await using test = await serve(async (_, response) => {
        asked += 1;
        await window.shown;
        sendJson(response, 200, ok({ id: `file_${asked}` }));
      });
      const parts = uploadPartsOf(test);
      const verdicts = new Verdicts(() => undefined);
      const runner = new RequestRunner(test.services, {
        answers: new KnownAnswers(),
        verdicts,
        uploadFile: ({ uri, purpose, isPerson, ...rest }) =>
          upload(parts, {
            resources: [uri],
            environmentId: rest.environment.id,
            answers: readAnswers({ purpose, duplicates: 'skip', interactive: isPerson }),
            written: rest,
            signal: rest.signal,
            report: rest.report,
          }),
        findExchange: () => Promise.resolve(undefined),
      });
      const { handlers } = createHttpCommands(test.services, {
        runner,
        shared: new SharedVariables(memento()),
        setUp: () => Promise.resolve(),
        show: () => undefined,
        isOwn: () => true,
      });
      for (const number of [1, 2, 3]) await writeFile(`called-off-${number}.pdf`, newPdf());
      const file = await writeFile('called-off.http', requests.join('\n###\n'));
      const sending = handlers.sendAllInFile(file, {});
      while (test.exchanges.length === 0) await nextTurn();
      for (const cancel of window.cancels) cancel();
      await assert.rejects(sending, { kind: 'cancelled' });
      assert.equal(window.said.at(-1), '1 of 3 sent, then stopped.');
      assert.equal(window.cancels.length, 1);
      assert.ok(asked < 3);
      verdicts.dispose();
    });
  }
});

describe('uploads that cannot be written down', () => {
  it('are named where none of them is sent', async () => {
    await using test = await serve(() => assert.fail('nothing is sent'));
    const { context, log } = test.services;
    // The problem is said and logged, which fails tests that know of none.
    Object.assign(log, { error: () => undefined });
    using db = new DatabaseSync(databaseFile(context));
    db.exec('PRAGMA user_version = 1000000');
    const resources = [await writeFile('not begun a.pdf', newPdf()), await writeFile('b.pdf', newPdf())];
    const answers = readAnswers({ purpose: PURPOSES[0], duplicates: 'skip' });
    await assert.rejects(upload(uploadPartsOf(test), { resources, environmentId: 'sandbox', answers }), {
      kind: 'configuration',
      message: /^not begun a\.pdf, b\.pdf \(not sent\): .*newer version.* Update the extension\.$/,
    });
  });
});

describe('uploads whose account changes while they are asked about', () => {
  it('are not sent, and no file of the account before is taken for theirs', async () => {
    using _progress = watchWindow();
    await using test = await serve(acceptUpload, { id: 'local', type: 'local' });
    const { fsPath } = test.services.context.globalStorageUri;
    using db = new DatabaseSync(join(fsPath, 'local-sandbox.db'));
    db.exec('CREATE TABLE state AS SELECT randomblob(32) AS secret');
    const showQuickPick = (items: readonly unknown[]) => {
      db.exec('UPDATE state SET secret = randomblob(32)');
      return Promise.resolve(items[0]);
    };
    using _questions = replaceInWindow({ showQuickPick });
    const [purpose] = PURPOSES;
    const uploadHere = (resources: vscode.Uri[], more: object) =>
      upload(uploadPartsOf(test), {
        resources,
        environmentId: 'local',
        answers: readAnswers({ purpose, ...more }),
      });
    const [known, fresh] = [await writeFile('known.pdf', newPdf()), await writeFile('fresh.pdf', newPdf())];
    for (const resources of [[known], [known, fresh]]) {
      await uploadHere([known], { duplicates: 'skip' });
      await assert.rejects(uploadHere(resources, { interactive: true }), {
        kind: 'preflight',
        message: /leads to another account now than when known\.pdf was to be sent\. Nothing was sent\./,
      });
    }
    assert.equal(test.server.seen.length, 2);
  });
});

describe('uploads that are sent again', () => {
  it('end at Cancel, also those for another purpose', async () => {
    using window = watchWindow();
    let asked = 0;
    await using test = await serve(() => {
      asked += 1;
      window.cancels[0]?.();
    });
    const { services } = test;
    const storage = await services.storage.get();
    const content = newPdf();
    const uri = (await writeFile('called-off.pdf', content)).toString();
    const about = { name: 'called-off.pdf', mimeType: 'application/pdf', size: content.length, uri };
    const sha256 = hash('sha256', content);
    const begun = storage.files.beginBatch(
      PURPOSES.map((purpose) => ({ ...about, environment: 'sandbox', purpose, sha256 })),
    );
    const keys = begun.map(({ file }) => file.key);
    const error = { kind: 'configuration', message: 'There is no room left.' } as const;
    for (const key of keys) storage.files.fail(key, { state: 'not-sent', error });
    const { data } = await resumeUploads(uploadPartsOf(test), 'sandbox', false);
    assert.deepEqual(statuses(data), ['unknown-outcome', 'cancelled']);
    assert.deepEqual(
      new Set(keys.map((key) => storage.files.getByKey(key)?.state)),
      new Set(['not-sent', 'unknown']),
    );
    assert.equal(asked, 1);
  });
});

describe('the file that a person names for an upload that may have arrived', () => {
  it('is no longer asked for after Cancel', async () => {
    using window = watchWindow();
    await using test = await serve(async () => {
      await window.shown;
      window.cancels[0]?.();
    });
    const { files } = await test.services.storage.get();
    const [begun] = files.beginBatch([newUpload('in-doubt.pdf')]);
    assert.ok(begun);
    files.fail(begun.file.key, {
      state: 'unknown',
      error: { kind: 'unknown-outcome', message: 'No answer.' },
    });
    using _ = replaceInWindow({
      showWarningMessage: (_message: string, _options: object, first: unknown) => Promise.resolve(first),
      showInputBox: () => Promise.resolve('file_1.pdf'),
    });
    const records = new FileRecords(test.services.sender, () => Promise.resolve(files));
    await assert.rejects(retryUploads(uploadPartsOf(test), records, [begun.file.key], true), {
      kind: 'cancelled',
    });
  });
});

describe('what is done for an agent', () => {
  const call = new AbortController();
  const caller: Caller = { origin: 'agent', signal: call.signal, accessTo: () => 'write' };

  it('is not what a person chooses in its message', async () => {
    const chosen = Promise.withResolvers<Caller | undefined>();
    using _window = replaceInWindow({
      showInformationMessage: (_message: string, action: unknown) => Promise.resolve(action),
    });
    const run = (): void => chosen.resolve(currentCaller());
    await actFor(caller, () => {
      showMessage('info', '', [{ title: 'Open', run }]);
      return Promise.resolve();
    });
    assert.equal(await chosen.promise, undefined);
  });

  it('ends with its call, also before its progress is shown', async () => {
    const done = Promise.withResolvers<undefined>();
    let given: AbortSignal | undefined;
    const working = actFor(caller, () =>
      withLateProgress('', (signal) => {
        given = signal;
        return done.promise;
      }),
    );
    call.abort();
    assert.equal(given?.aborted, true);
    done.resolve(undefined);
    await working;
  });
});

describe('all pages of a list', () => {
  /** Asks for a list, and collects its pages. */
  async function collect({ services, exchanges }: TestServices): Promise<unknown> {
    const plan = planRequest({ method: 'GET', path: '/list' });
    await services.sender.send(await services.sender.permit(plan, { isPerson: false }));
    const named = () => Promise.resolve(exchanges[0]);
    const command = createCollectCommand(services, { named } as unknown as Exchanges);
    return command('exchange', { format: 'json' });
  }

  afterEach(closeEditors);

  it('are not all when it was cancelled, and a message says so of the document that it opens', async () => {
    using window = watchWindow();
    await using test = await serve(({ path }, response) => {
      if (path.includes('page=')) window.cancels[0]?.();
      else sendJson(response, 200, ok({ records: [1], paging: { totalCount: 2, nextPage: 'n' } }));
    });
    await assert.rejects(collect(test), { kind: 'cancelled' });
    assert.equal(shownText(), '[\n  1\n]\n');
    const kept = 'Items that came before: 1; pages: 1. They are in the document that was opened.';
    assert.deepEqual(window.said, [`Not all was collected. ${kept}`]);
  });

  for (const [what, totalCount, said] of [
    [
      'is said where the service counts more',
      3,
      /; pages: 2\. The service counts 3, so items may be missing/,
    ],
    ['is said where the service counts fewer', 1, /The service counts 1,/],
    ['is not said where it agrees', 2, /; pages: 2\.$/],
    ['is not said where it counts nothing that is a length', -1, /; pages: 2\.$/],
  ] as const) {
    it(`are as many as the service says, and that ${what}`, async () => {
      using window = watchWindow();
      await using test = await serve(({ path }, response) => {
        const paging = { totalCount, ...(!path.includes('page=') && { nextPage: 'n' }) };
        sendJson(response, 200, ok({ records: [path], paging }));
      });
      await collect(test);
      assert.match(window.said.join(), said);
    });
  }
});
