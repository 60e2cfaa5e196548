import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { extensionLogs } from '../../host/editor/evidence.mts';
import type { Editor } from '../../host/editor/window.mts';
import {
  answer,
  chooseFromMenuOf,
  documentInFront,
  eventually,
  freshEditor,
  notification,
  openPaymentsViews,
  pick,
  pressInQuickInput,
  quickInput,
  runAndPick,
  runCommand,
  searchAndPick,
  selectRows,
  viewRow,
} from '../support/editor';
import { logged, setScenario } from '../support/files';

const SAMPLES = '/local-sandbox/samples?limit=10';

describe('the Requests view at work', () => {
  let editor: Editor;
  let page: Page;
  before(async () => {
    editor = await freshEditor();
    ({ page } = await editor.openWindow({ viewport: { width: 1280, height: 1000 } }));
    await openPaymentsViews(page);
  });
  after(() => editor.close());

  const row = (text: string | RegExp) => viewRow(page, 'Requests', text);
  const steps = (text: string) => quickInput(page).filter({ hasText: text });
  const send = async (path: string) => {
    await runCommand(page, 'Payments API: Send Request');
    await steps('Send a request to Local Sandbox').waitFor();
    await answer(page, path);
  };

  it('shows a request while it runs, and its outcome in its place', async () => {
    await setScenario(page, 'Slow');
    await send('/files/slow-one');
    await row(/slow-one.*running/).waitFor();
    await row(/404 GET .*slow-one/).waitFor();
    await row(/running/).waitFor({ state: 'hidden' });
    await setScenario(page, 'Normal');
  });

  it('sends exactly what is typed, and says why where it cannot', async () => {
    const type = async (text: string) => {
      await runCommand(page, 'Payments API: Send Request');
      await steps('Send a request to Local Sandbox').waitFor();
      await quickInput(page).getByRole('textbox').fill(text);
    };
    const sent = () => logged(editor.dataDir, 'GET').map((line) => /\/v1\S*/.exec(line)?.[0]);
    /** Waits for the document of the last request too: what opens it takes the focus from the next question. */
    const isSent = async (path: string) => {
      await eventually(
        () => sent().at(-1),
        (last) => last === path,
      );
      await documentInFront(page, new RegExp(`^.*GET ${RegExp.escape(path)}\n`));
    };
    await send(`${SAMPLES}&x=1`);
    await page.locator('.codelens-decoration').getByText('1–10 of 25').waitFor();
    // A row of the list matches this too, and was sent in its place.
    await type('GET /local-sandbox/samples');
    const first = quickInput(page).getByRole('option').first();
    await first.getByText('Send GET /local-sandbox/samples to Local Sandbox').waitFor();
    await pressInQuickInput(page, 'Enter');
    await isSent('/v1/local-sandbox/samples');

    await type('local-sandbox/samples?limit=500');
    await first.getByText('Send Anyway: GET /local-sandbox/samples?limit=500 to Local Sandbox').waitFor();
    await steps('"limit" must be a whole number from 1 to 100').waitFor();
    await pressInQuickInput(page, 'Enter');
    await isSent('/v1/local-sandbox/samples?limit=500');

    await type('https://elsewhere.example/v1/things');
    await pressInQuickInput(page, 'Enter');
    await steps('https://elsewhere.example is not an address of Local Sandbox').waitFor();
    assert.equal(
      await quickInput(page).getByRole('textbox').inputValue(),
      'https://elsewhere.example/v1/things',
    );
    await pressInQuickInput(page, 'Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
    assert.equal(sent().at(-1), '/v1/local-sandbox/samples?limit=500');
  });

  it('copies the request ids of all selected rows, one a line', async () => {
    await send('/files/one-more');
    // While it runs, it has another row.
    await row(/404 GET .*one-more/).waitFor();
    await documentInFront(page, /GET \/v1\/files\/one-more/);
    await selectRows(row('one-more'), row('slow-one'));
    const read = () => page.evaluate<string>('navigator.clipboard.readText()');
    const isTwo = async () => /^req_[\w-]+\nreq_[\w-]+$/.test(await read());
    await chooseFromMenuOf(row('slow-one'), 'Copy Request ID', isTwo);
    const copied = await read();
    assert.equal(new Set(copied.split('\n')).size, 2);
  });

  it('sends nothing when Escape is pressed in the middle of the steps, and goes back a step', async () => {
    const before = await row('').count();
    for (const escapeAt of ['first', 'method', 'path']) {
      await runCommand(page, 'Payments API: Send Request');
      await steps('Choose a request').or(quickInput(page).getByText('New request')).first().waitFor();
      if (escapeAt !== 'first') {
        await pick(page, /New request/);
        await quickInput(page)
          .getByRole('option', { name: /^DELETE/ })
          .waitFor();
      }
      if (escapeAt === 'path') {
        await pick(page, 'DELETE');
        await steps('DELETE to Local Sandbox').waitFor();
        await quickInput(page).getByRole('button', { name: 'Back' }).click();
        await quickInput(page)
          .getByRole('option', { name: /^DELETE/ })
          .waitFor();
        await pick(page, 'DELETE');
        await steps('DELETE to Local Sandbox').waitFor();
        await quickInput(page).getByRole('textbox').fill('/never-sent');
      }
      await pressInQuickInput(page, 'Escape');
      await quickInput(page).waitFor({ state: 'hidden' });
    }
    assert.equal(await notification(page, 'never-sent').count(), 0);
    assert.equal(await row('').count(), before);
  });

  it('writes envelopes into the log once the level of the editor asks for them', async () => {
    const log = () => extensionLogs(editor.dataDir).map((file) => readFileSync(file, 'utf8'));
    assert.ok(!log().join('').includes('"success"'));
    await runCommand(page, 'Developer: Set Log Level...');
    await searchAndPick(page, 'Payments API');
    await pick(page, 'Debug');
    await quickInput(page).waitFor({ state: 'hidden' });
    await send(SAMPLES);
    await page.locator('.codelens-decoration').getByText('1–10 of 25').waitFor();
    const text = await eventually(
      () => log().join(''),
      (written) => /\[debug\] \{\n {2}"success": true/.test(written),
    );
    assert.match(text, /\[info\] \[local\] {2}GET .*request id req_/);
  });

  it('leads to what is missing in an environment before it asks what to send', async () => {
    await runAndPick(page, 'Payments API: Switch Environment', 'Sandbox');
    await quickInput(page).waitFor({ state: 'hidden' });
    await runCommand(page, 'Payments API: Send Request');
    await steps('Sandbox').waitFor();
    assert.equal(await quickInput(page).getByText('New request').count(), 0);
    await pressInQuickInput(page, 'Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
  });
});
