import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Editor } from '../../host/editor/window.mts';
import {
  answer,
  documentInFront,
  eventually,
  freshEditor,
  openPaymentsViews,
  pressInQuickInput,
  quickInput,
  runAndPick,
  runCommand,
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
    await row(/GET .*slow-one.*404/).waitFor();
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
      await documentInFront(page, new RegExp(`^// GET ${RegExp.escape(path)} · `));
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

  it('asks for what an operation needs, and sends nothing when Escape is pressed in the middle', async () => {
    const before = await row('').count();
    await runCommand(page, 'Payments API: Send Request');
    await answer(page, 'Read a file’s details');
    await quickInput(page).getByPlaceholder('Type fileId').waitFor();
    await pressInQuickInput(page, 'Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
    assert.equal(await row('').count(), before);
    await runCommand(page, 'Payments API: Send Request');
    await answer(page, 'Read a file’s details');
    await quickInput(page).getByPlaceholder('Type fileId').waitFor();
    await answer(page, 'asked for');
    await row(/GET .*files\/asked for.*404/).waitFor();
  });

  it('leads to what is missing in an environment before it asks what to send', async () => {
    await runAndPick(page, 'Payments API: Switch Environment', 'Sandbox');
    await quickInput(page).waitFor({ state: 'hidden' });
    await runCommand(page, 'Payments API: Send Request');
    await steps('Sandbox').waitFor();
    assert.equal(await quickInput(page).getByText('Choose a request').count(), 0);
    await pressInQuickInput(page, 'Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
  });
});
