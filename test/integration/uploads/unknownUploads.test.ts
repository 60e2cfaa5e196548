import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { type Handler, sendJson, startHttpServer } from '../../support/httpServer';
import { acceptUpload, databaseFile, errorOf, KEY, startService, type Service } from '../support/contract';
import { newPdf, sample, setUserSetting, succeed, useEnvironments, writeFile } from '../support/extension';

const ANSWERS = { purpose: 'payment_evidence', duplicates: 'skip', environment: 'sandbox' } as const;

const fault =
  (status: number): Handler =>
  (_request, response) => {
    sendJson(response, status, { success: false, code: 'internal_error', message: 'Oh', data: {} });
  };

/** The same bytes under several names. */
function copies(...names: string[]) {
  const content = newPdf();
  return Promise.all(names.map((name) => writeFile(name, content)));
}

/** Changes rows of the registry as a window that was killed leaves them. */
async function inDatabase(work: (db: DatabaseSync) => void): Promise<void> {
  const db = new DatabaseSync(await databaseFile());
  db.exec('PRAGMA busy_timeout = 5000');
  try {
    work(db);
  } finally {
    db.close();
  }
}

describe('an upload that the service may have acted on', () => {
  let service: Service;
  let answer: Handler;

  beforeEach(async () => {
    answer = acceptUpload;
    service = await startService((...request) => answer(...request));
  });
  afterEach(() => service[Symbol.asyncDispose]());

  for (const status of [500, 502, 504]) {
    it(`is not sent by a twin after ${status}, whose outcome is as unknown`, async () => {
      answer = fault(status);
      const uris = await copies(`one-${status}.pdf`, `two-${status}.pdf`);
      const { data } = await succeed('uploadFiles', uris[0], uris, ANSWERS);
      assert.equal(service.server.seen.length, 1);
      assert.deepEqual(
        data.map(({ status: is, error }) => [is, error?.kind, error?.status, error?.mayHaveActed]),
        [
          ['failed', 'api', status, true],
          ['unknown-outcome', 'api', status, true],
        ],
      );
    });
  }

  it('is not sent by a copy either when all are to be sent, once the first may have arrived', async () => {
    await setUserSetting('uploads.concurrency', 1);
    try {
      answer = fault(500);
      const uris = await copies('copy-one.pdf', 'copy-two.pdf');
      const { data } = await succeed('uploadFiles', uris[0], uris, { ...ANSWERS, duplicates: 'upload' });
      assert.equal(service.server.seen.length, 1);
      assert.ok(data.every(({ error }) => error?.mayHaveActed === true));
    } finally {
      await setUserSetting('uploads.concurrency', undefined);
    }
  });

  it('is not sent again by code, whatever it says of duplicates, nor by a retry of its row', async () => {
    answer = fault(503);
    const [uri] = await copies('later.pdf');
    await succeed('uploadFiles', uri, undefined, ANSWERS);
    answer = acceptUpload;
    const [row] = (await succeed('findFiles', 'later.pdf', { environment: 'sandbox' })).data;
    for (const { data } of [
      await succeed('uploadFiles', uri, undefined, ANSWERS),
      await succeed('uploadFiles', uri, undefined, { ...ANSWERS, duplicates: 'upload' }),
      await succeed('retryUpload', row?.['key'] as number),
    ]) {
      assert.deepEqual([data[0]?.status, data[0]?.error?.mayHaveActed], ['unknown-outcome', true]);
      // One warning: what is not sent is not there twice.
      assert.match(data[0]?.warnings?.join(' ') ?? '', /^\W?later\.pdf\W? was not sent: .*may have arrived/);
    }
    assert.equal(service.server.seen.length, 1);
    const { data } = await succeed('findFiles', 'later.pdf', { environment: 'sandbox' });
    assert.deepEqual(data, [row]);
  });

  it('is found by name with its state, and exported', async () => {
    answer = fault(500);
    const [uri] = await copies('sought-after.pdf');
    await succeed('uploadFiles', uri, undefined, ANSWERS);
    const { data } = await succeed('findFiles', 'sought-after', { environment: 'sandbox' });
    assert.deepEqual(
      data.map((file) => [file['name'], file['state'], 'id' in file]),
      [['sought-after.pdf', 'failed', false]],
    );
    for (const format of ['json', 'csv'] as const) {
      const target = sample(`sought-after.${format}`);
      await succeed('exportFiles', { format, target, environment: 'sandbox' });
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(target));
      if (format === 'csv') {
        assert.match(text, /^,"failed","sought-after\.pdf","payment_evidence",/m);
        continue;
      }
      const rows = JSON.parse(text) as { name: string; state: string; error?: string; id?: string }[];
      const [row, ...others] = rows.filter(({ name }) => name === 'sought-after.pdf');
      assert.deepEqual([row?.state, row?.id, others.length], ['failed', undefined, 0]);
      assert.match(row?.error ?? '', /may/);
    }
  });
});

describe('the row of an upload that did not end well', () => {
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens its details, and neither asks nor sends anything', async () => {
    await using service = await startService(fault(500));
    const [uri] = await copies('shown-after-failure.pdf');
    await succeed('uploadFiles', uri, undefined, ANSWERS);
    let key: unknown;
    await inDatabase((db) => {
      ({ key } = db.prepare('SELECT key FROM files WHERE uri = ?').get(String(uri)) ?? {});
    });
    const { data } = await succeed('showFileDetails', { file: { key, environment: 'sandbox', name: '' } });
    assert.deepEqual(data, {});
    const isInFront = () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'shown-after-failure.pdf';
    while (!isInFront()) await nextTurn();
    assert.equal(service.server.seen.length, 1);
  });
});

describe('an upload that was answered with an id and little else', () => {
  it('is uploaded, and a warning says what is missing', async () => {
    await using _service = await startService((_request, response) => {
      sendJson(response, 201, { success: true, data: { id: 'file_lean.pdf', mimeType: 7 } });
    });
    const uri = await writeFile('lean.pdf', newPdf());
    const { data } = await succeed('uploadFiles', uri, undefined, ANSWERS);
    assert.equal(data[0]?.status, 'uploaded');
    assert.equal(data[0].file?.['id'], 'file_lean.pdf');
    const warnings = data[0].warnings?.join('\n') ?? '';
    for (const place of ['message', 'data.purpose', 'data.mimeType', 'data.uploadedAt'])
      assert.ok(warnings.includes(`"${place}"`), warnings);
    const found = await succeed('findFiles', 'lean.pdf', { environment: 'sandbox' });
    assert.equal(found.data[0]?.['id'], 'file_lean.pdf');
  });
});

describe('an upload that was answered with an id', () => {
  for (const place of ['success', 'message', 'data.purpose', 'data.mimeType', 'data.uploadedAt']) {
    it(`and no "${place}" is uploaded, and a warning says so`, async () => {
      const id = `file_${crypto.randomUUID()}.pdf`;
      const uploadedAt = '2026-01-01T00:00:00Z';
      const data = { id, purpose: 'payment_evidence', mimeType: 'application/pdf', uploadedAt };
      const body = { success: true, message: 'Stored', data };
      const isGiven = ([name]: [string, unknown]) => name !== place && `data.${name}` !== place;
      await using _service = await startService((_request, response) => {
        const given = { ...body, data: Object.fromEntries(Object.entries(data).filter(isGiven)) };
        sendJson(response, 201, Object.fromEntries(Object.entries(given).filter(isGiven)));
      });
      const uri = await writeFile('lacking.pdf', newPdf());
      const [result] = (await succeed('uploadFiles', uri, undefined, ANSWERS)).data;
      assert.deepEqual([result?.status, result?.file?.['id']], ['uploaded', id]);
      assert.ok(result?.warnings?.some((warning) => warning.includes(`"${place}"`)));
      const found = await succeed('findFiles', id, { environment: 'sandbox' });
      assert.equal(found.data[0]?.['state'], 'uploaded');
    });
  }

  it('is no success where the answer says that it is none', async () => {
    await using _service = await startService((_request, response) => {
      sendJson(response, 201, { success: false, code: 'no', message: 'No', data: { id: 'file_no.pdf' } });
    });
    const uri = await writeFile('no-success.pdf', newPdf());
    const { data } = await succeed('uploadFiles', uri, undefined, ANSWERS);
    assert.deepEqual([data[0]?.status, data[0]?.error?.kind], ['failed', 'api']);
  });
});

describe('an upload whose path contains the key', () => {
  it('cannot be sent again from its row, and the error says why; the others are', async () => {
    let status = 400;
    await using service = await startService((_request, response) => {
      sendJson(response, status, { success: false, code: 'bad', message: 'No', data: {} });
    });
    const uris = [
      await writeFile(`${KEY}/in-key.pdf`, newPdf()),
      await writeFile('beside-key.pdf', newPdf()),
    ];
    await succeed('uploadFiles', uris[0], uris, ANSWERS);
    const database = new DatabaseSync(await databaseFile(), { readOnly: true });
    const rows = database
      .prepare('SELECT key FROM files WHERE name LIKE ? ORDER BY name')
      .all('%-key.pdf')
      .map(({ key }) => ({ file: { key, environment: service.environment, name: '' } }));
    database.close();
    const [beside, inKey] = rows;
    const { kind, message } = await errorOf('retryUpload', inKey);
    assert.equal(kind, 'not-found');
    assert.match(message, /The path of in-key\.pdf contains an API key, so it was not kept/);
    status = 422;
    const sent = service.server.seen.length;
    const { data } = await succeed('retryUpload', beside, rows);
    assert.deepEqual(
      data.map((result) => [result.status, result.error?.kind]),
      [
        ['failed', 'api'],
        ['rejected', 'not-found'],
      ],
    );
    assert.equal(service.server.seen.length, sent + 1);
  });
});

/** Resumes uploads of two purposes, and does something while the first is on its way. */
async function resumeWhile(name: string, change: () => Promise<unknown>) {
  const gate = Promise.withResolvers<undefined>();
  let isResumed = false;
  await using service = await startService(async (_request, response) => {
    if (isResumed) await gate.promise;
    sendJson(response, 400, { success: false, code: 'no', message: 'No.', data: {} });
  });
  const names = [`resume-first-${name}.pdf`, `resume-${name}.pdf`];
  const purposes = ['payment_evidence', 'business_entity_documents'];
  for (const [index, fileName] of names.entries()) {
    const uri = await writeFile(fileName, newPdf());
    await succeed('uploadFiles', uri, undefined, { ...ANSWERS, purpose: purposes[index] });
  }
  await inDatabase((db) => {
    db.exec("DELETE FROM files WHERE state = 'not-sent'");
    db.prepare("UPDATE files SET state = 'not-sent', error = NULL WHERE name IN (?, ?)").run(...names);
  });
  isResumed = true;
  const resuming = succeed('resumeUploads', { environment: 'sandbox' });
  while (service.server.seen.length === 2) await nextTurn();
  await change();
  gate.resolve(undefined);
  return await resuming;
}

describe('uploads that a window had not begun to send', () => {
  it('are sent by resumeUploads, exactly these and unchanged', async () => {
    await using service = await startService((_request, response) => {
      sendJson(response, 400, { success: false, code: 'no', message: 'No.', data: {} });
    });
    const same = await writeFile('resume-same.pdf', newPdf());
    const changed = await writeFile('resume-changed.pdf', newPdf());
    const other = await writeFile('resume-other.pdf', newPdf());
    const uris = [same, changed, other];
    await succeed('uploadFiles', same, uris, ANSWERS);
    assert.equal(service.server.seen.length, 3);
    await inDatabase((db) => {
      const update = db.prepare("UPDATE files SET state = 'not-sent', error = NULL WHERE uri IN (?, ?)");
      update.run(same.toString(), changed.toString());
    });
    await writeFile('resume-changed.pdf', newPdf());
    const { data } = await succeed('resumeUploads', { environment: 'sandbox' });
    assert.deepEqual(Object.fromEntries(data.map(({ uri, status }) => [uri, status])), {
      [changed.toString()]: 'rejected',
      [same.toString()]: 'failed',
    });
    assert.equal(service.server.seen.length, 4);
    await inDatabase((db) => db.prepare("DELETE FROM files WHERE state = 'not-sent'").run());
    assert.deepEqual((await succeed('resumeUploads', { environment: 'sandbox' })).data, []);
  });

  it('stay not sent where the key is gone meanwhile', async () => {
    const { data } = await resumeWhile('lost-key', () => succeed('removeApiKey', 'sandbox'));
    assert.deepEqual(
      data.map(({ status, error }) => [status, error?.kind]),
      [
        ['failed', 'api'],
        ['not-sent', 'configuration'],
      ],
    );
  });

  it('do not go to another account that their environment leads to meanwhile', async () => {
    await using other = await startHttpServer(acceptUpload);
    const { data } = await resumeWhile('moved', () =>
      useEnvironments({ sandbox: { apiUrl: other.url } }, KEY),
    );
    assert.equal(other.seen.length, 0);
    assert.deepEqual(data.map(({ status }) => status).sort(), ['failed', 'rejected']);
    assert.match(data[1]?.error?.message ?? '', /leads to another account now/);
  });
});
