import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { ConfigurationError } from '../../../src/api/model/errors';
import { createFileCommands } from '../../../src/files/commands/fileCommands';
import { FILE_DATA, ok } from '../../support/apiClient';
import { FileContent, FileRecords } from '../../../src/files/records/fileRecords';
import { DetailsPanels, type ShowPanel } from '../../../src/files/details/panels';
import { DetailsSource } from '../../../src/files/details/detailsSource';
import type { Services } from '../../../src/services/services';
import type { FileRegistry } from '../../../src/storage';
import { answering, refusing, sendJson, type Handler } from '../../support/httpServer';
import { createTestServices, environmentAt, serveTest } from '../../support/services';
import { closeEditors, extension } from '../support/extension';
import { acceptAll } from '../support/prompts';
import { replaceInWindow } from '../support/registry';
import { newUpload } from '../../unit/storage/support';

/** The commands, and the ids of the files whose details they showed. */
function commandsOf(services: Services, files: FileRegistry) {
  const records = new FileRecords(services.sender, () => Promise.resolve(files));
  const shown: string[] = [];
  const panel = new AbortController();
  const focus: boolean[] = [];
  const show: ShowPanel = ({ fileId }, _preview, keepsFocus = false) => {
    shown.push(fileId);
    focus.push(!keepsFocus);
    return Promise.resolve(panel.signal);
  };
  return {
    shown,
    panel,
    focus,
    commands: createFileCommands(services, records, show, () => Promise.resolve()),
  };
}

/** A service that answers so, the files that are known, and the commands about them. */
async function serve(handler: Handler) {
  const test = await serveTest(handler);
  const { files } = await test.services.storage.get();
  return Object.assign(test, { files, ...commandsOf(test.services, files) });
}

describe('a failure of the details of a file', () => {
  it('has no message where the panel asks the service too, and shows it', async () => {
    await using test = await serve(refusing(404));
    const { commands, shown, files } = test;
    const isShown = async (fileId: string) => {
      const error: unknown = await commands.showFileDetails(fileId, {}).catch((reason: unknown) => reason);
      assert.ok(error instanceof Error);
      return 'mayFix' in error;
    };
    files.keepDetails('sandbox', { fileId: 'file.pdf', details: {} });
    assert.equal(await isShown('file.pdf'), false, 'fetched a moment ago: the panel does not ask');
    // That it is not there was kept by now, and the panel asks again.
    assert.equal(await isShown('file.pdf'), true);
    assert.equal(await isShown('unknown.pdf'), false, 'no panel');
    assert.deepEqual(shown, ['file.pdf', 'file.pdf']);
  });
});

describe('the details of a row of the Files view', () => {
  it('are those of the file where its upload has arrived since the row was drawn', async () => {
    await using test = await serve(answering(200, ok(FILE_DATA)));
    const { commands, shown, files } = test;
    const [begun] = files.beginBatch([newUpload('one.pdf', { environment: 'sandbox' })]);
    assert.ok(begun);
    files.finish(begun.file.key, { fileId: FILE_DATA.id });
    const { data } = await commands.showFileDetails({ file: begun.file }, {});
    assert.deepEqual(['id' in data && data.id, shown], [FILE_DATA.id, [FILE_DATA.id]]);
  });
});

describe('the details of a file that is known', () => {
  it('keep the focus in the view for a click on its row, and say themselves that they are waited for', async () => {
    const waits: unknown[] = [];
    const waiting = Promise.withResolvers<undefined>();
    const withProgress = (_: unknown, task: (...given: unknown[]) => Promise<unknown>) => {
      waits.push(task);
      waiting.resolve(undefined);
      return task({}, new vscode.CancellationTokenSource().token);
    };
    using _ = replaceInWindow({ withProgress });
    const answered = Promise.withResolvers<undefined>();
    await using test = await serve(async (_request, response) => {
      await answered.promise;
      sendJson(response, 200, ok(FILE_DATA));
    });
    const { commands, files, focus } = test;
    const file = files.keepDetails('sandbox', { fileId: FILE_DATA.id, details: {} });
    const row = commands.showFileDetails({ file }, { preview: true });
    const named = commands.showFileDetails(FILE_DATA.id, {});
    await waiting.promise;
    answered.resolve(undefined);
    await Promise.all([row, named]);
    await commands.showFileDetails({ file }, { preview: false });
    assert.deepEqual([focus, waits.length], [[false, true, true], 1]);
  });
});

describe('the list of files to show the details of', () => {
  const { createQuickPick } = vscode.window;

  it('is of the environment that was named, has no button that leads elsewhere, and one is chosen of it', async () => {
    await using test = createTestServices(
      environmentAt('http://127.0.0.1:1', { id: 'active' }),
      environmentAt('http://127.0.0.1:2'),
    );
    const { services } = test;
    const { files } = await services.storage.get();
    const { commands, shown } = commandsOf(services, files);
    const ask = () => commands.showFileDetails(undefined, { environment: 'sandbox' });
    let list: vscode.QuickPick<vscode.QuickPickItem> | undefined;
    const made = () => {
      list = createQuickPick();
      return list;
    };
    const showInputBox = (box: vscode.InputBoxOptions) =>
      Promise.resolve(box.validateInput?.(' ') === undefined ? undefined : 'by-id');
    using _ = replaceInWindow({ createQuickPick: made, showInputBox });
    // There is none yet: the id is asked for, which cannot be empty.
    await assert.rejects(ask(), { kind: 'network' });
    for (const name of ['active', 'sandbox']) files.keepDetails(name, { fileId: name, details: { name } });
    const asking = ask();
    while (list === undefined) await nextTurn();
    assert.deepEqual([list.items.map(({ label }) => label), list.buttons], [['sandbox'], []]);
    await assert.rejects(acceptAll(asking), { kind: 'network' });
    assert.deepEqual(shown, ['sandbox']);
  });
});

describe('the details of a file', () => {
  it('are waited for under its id', async () => {
    const original = vscode.window.withProgress;
    const shown = Promise.withResolvers<string | undefined>();
    const withProgress: typeof original = (options, task) => {
      shown.resolve(options.title);
      return original(options, task);
    };
    using _ = replaceInWindow({ withProgress });
    await using test = await serve(async (_request, response) => {
      await shown.promise;
      sendJson(response, 200, ok(FILE_DATA));
    });
    await test.commands.showFileDetails('file.pdf', {});
    assert.equal(await shown.promise, 'Fetching file.pdf');
  });

  it('are asked for no more once nobody waits for them', async () => {
    const ask = (cancel: AbortController) => records.fetch({ environment: 'sandbox', fileId }, cancel.signal);
    const fileId = 'file.pdf';
    const [one, other] = [new AbortController(), new AbortController()];
    const answered = Promise.withResolvers<undefined>();
    await using test = await serveTest((_request, response) => {
      sendJson(response, 503, {}, { 'retry-after': '30' });
      answered.resolve(undefined);
    });
    test.values.maxRetries = 1;
    const { server, services, exchanges } = test;
    const records = new FileRecords(services.sender, async () => (await services.storage.get()).files);
    const asking = [ask(one), ask(other)];
    await answered.promise;
    one.abort();
    await assert.rejects(asking[0] ?? assert.fail(), { kind: 'cancelled' });
    assert.equal(exchanges.length, 0, 'another one waits for it still');
    other.abort();
    await assert.rejects(asking[1] ?? assert.fail(), { kind: 'cancelled' });
    while (exchanges[0] === undefined) await nextTurn();
    assert.deepEqual([exchanges[0].outcome, server.seen.length], ['cancelled', 1]);
  });

  it('are asked for no more once the panel that shows them is closed', async () => {
    const answered = Promise.withResolvers<undefined>();
    await using test = await serveTest((_request, response) => {
      sendJson(response, 503, {}, { 'retry-after': '30' });
      answered.resolve(undefined);
    });
    test.values.maxRetries = 1;
    const { server, services, exchanges } = test;
    const storage = await services.storage.get();
    const records = new FileRecords(services.sender, () => Promise.resolve(storage.files));
    const content = new FileContent(services.connections, records, () => Promise.resolve(storage.files));
    const source = new DetailsSource(services, storage, records, content);
    const panels = new DetailsPanels({ extensionUri: extension().extensionUri, source });
    panels.show({ environment: 'sandbox', fileId: 'file.pdf' });
    await answered.promise;
    await closeEditors();
    while (exchanges[0] === undefined) await nextTurn();
    assert.deepEqual([exchanges[0].outcome, server.seen.length], ['cancelled', 1]);
    panels.dispose();
  });

  it('are not waited for by a click on a row whose panel is closed', async () => {
    const answered = Promise.withResolvers<undefined>();
    await using test = await serve((_request, response) => {
      sendJson(response, 503, {}, { 'retry-after': '30' });
      answered.resolve(undefined);
    });
    const { commands, files, panel } = test;
    const file = files.keepDetails('sandbox', { fileId: 'file.pdf', details: {} });
    const showing = commands.showFileDetails({ file }, {});
    await answered.promise;
    panel.abort();
    await assert.rejects(showing, { kind: 'cancelled' });
  });

  it('are shown also where they cannot be kept', async () => {
    await using test = await serveTest(answering(200, ok(FILE_DATA)));
    const { services } = test;
    const keepDetails = () => {
      throw new ConfigurationError('There is no room left.');
    };
    const { commands, shown } = commandsOf(services, { keepDetails } as unknown as FileRegistry);
    const { data } = await commands.showFileDetails('file.pdf', {});
    assert.deepEqual([data, shown], [FILE_DATA, ['file.pdf']]);
    await assert.rejects(commands.addFileById('file.pdf', {}), { kind: 'configuration', requestId: /^req/ });
  });
});
