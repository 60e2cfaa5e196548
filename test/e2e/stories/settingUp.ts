import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Handler, sendJson, startHttpServer, type HttpServer } from '../../support/httpServer';
import {
  actUntil,
  answer,
  asked,
  chooseFromMenuOf,
  dialog,
  notification,
  openPaymentsViews,
  pick,
  pressInNotification,
  pressInQuickInput,
  quickInput,
  runAndPick,
  type SharedWindow,
  statusBarItem,
  viewRow,
} from '../support/editor';

const KEY = 'live_key_abcdefgh5678';

/** What a service may say: in a message it must stay text. */
const HOSTILE = '[Win](command:workbench.action.closeWindow) <b>a prize</b> \u001b[31m\u202enow';

/** A service that knows one key, and tops up. */
const service: Handler = ({ headers, method }, response) => {
  if (headers.authorization !== `ApiKey ${KEY}`) {
    sendJson(response, 401, { success: false, code: 'unauthorized', message: 'Who are you?', data: {} });
  } else if (method === 'POST') {
    sendJson(response, 200, { success: true, message: HOSTILE, data: {} });
  } else {
    sendJson(response, 404, { success: false, code: 'invalid_request', message: 'No such file', data: {} });
  }
};

/** Environments, as a person sets them up behind a proxy that wants a password. */
export function describeSettingUp(opened: () => SharedWindow): void {
  describe('environments, as a person sets them up', () => {
    let page: Page;
    let good: HttpServer;
    let website: HttpServer;

    before(async () => {
      good = await startHttpServer(service);
      website = await startHttpServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
      });
      ({ page } = opened().window);
      await openPaymentsViews(page);
    });
    after(() => Promise.all([good.close(), website.close()]));

    const row = (text: string | RegExp) => viewRow(page, 'Environments', text).first();
    const title = (text: string | RegExp) => asked(page, text);

    it('lead from a wrong address and a wrong key to a working production, by keyboard alone', async () => {
      await runAndPick(page, 'Payments API: Set Up Environment…', 'Production');
      await title('Set up PRODUCTION');
      await page.keyboard.type('http://api.example.com');
      await title('must use https');
      await page.keyboard.press('Control+A');
      await page.keyboard.type(website.url);
      await title(`Requests and top-ups go to ${website.url}/v1`);
      await page.keyboard.press('Enter');
      await title('(2/4)');
      await page.keyboard.press('Enter');
      await title('(3/4)');
      await page.keyboard.press('Enter');
      await title(`sent to ${website.url} only`);
      await page.keyboard.type('not-the-right-key');
      await page.keyboard.press('Enter');

      await dialog(page).filter({ hasText: 'It is probably wrong' }).waitFor();
      await page.keyboard.press('Enter');
      await title('(1/4)');
      await page.keyboard.press('Control+A');
      await page.keyboard.type(good.url);
      await page.keyboard.press('Enter');
      for (const step of ['(2/4)', '(3/4)']) {
        await title(step);
        await page.keyboard.press('Enter');
      }
      // What was typed for the first address is not typed again, and goes to the second by choice only.
      await title(`It was given for ${website.url}`);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');

      await dialog(page).filter({ hasText: 'refuses the API key' }).waitFor();
      assert.equal(good.seen.at(-1)?.headers.authorization, 'ApiKey not-the-right-key');
      await page.keyboard.press('Enter');
      await title(`sent to ${good.url} only`);
      await page.keyboard.type(` ${KEY} `);
      await page.keyboard.press('Enter');

      await notification(page, 'PRODUCTION is set up').waitFor();
      await pressInNotification(page, 'is set up', 'Switch to Production');
      await row('set ····5678').waitFor();
      await statusBarItem(page, 'PRODUCTION').waitFor();
    });

    it('are added and removed without JSON, and come back with Undo', async () => {
      await page.locator('.pane-header').filter({ hasText: 'Environments' }).hover();
      await page.getByRole('button', { name: 'New Environment…' }).first().click();
      await answer(page, 'Production');
      await title('An environment with this name already exists');
      await answer(page, 'Second account');
      await pick(page, /Sandbox/);
      for (const [step, text] of [
        ['(2/5)', good.url],
        ['(3/5)', ''],
        ['(4/5)', 'https://dashboard.example.com'],
        ['(5/5)', ''],
      ] as const) {
        await title(step);
        await answer(page, text);
      }
      await notification(page, 'Its API key is still missing').waitFor();
      await row(/^Second account\s*no API key yet/).waitFor();
      const isAsked = dialog(page).getByRole('button', { name: 'Remove' });
      await chooseFromMenuOf(row('Second account'), 'Remove Environment…', () => isAsked.isVisible());
      await isAsked.click();
      await row('Second account').waitFor({ state: 'detached' });
      await pressInNotification(page, 'were removed', 'Undo');
      await row('Second account').waitFor();
    });

    it('stay as they are when one leaves, and lead from a network that blocks to the setting that helps', async () => {
      const begin = async () => {
        await runAndPick(page, 'Payments API: Set Up Environment…', /^Sandbox/);
        await title('(1/4)');
      };
      await begin();
      await answer(page, good.url);
      await title('(2/4)');
      await pressInQuickInput(page, 'Escape');
      await quickInput(page).waitFor({ state: 'hidden' });
      await row(/^Sandbox\s*no address yet/).waitFor();
      await begin();
      await answer(page, 'https://api.payments.test');
      for (const step of ['(2/4)', '(3/4)']) {
        await title(step);
        await pressInQuickInput(page, 'Enter');
      }
      await title('(4/4)');
      await answer(page, 'test_key_abcdefgh1234');
      await dialog(page).filter({ hasText: 'a proxy blocks the way' }).waitFor();
      await page.keyboard.press('Escape');
      await title('Keep the key ····1234');
      await pressInQuickInput(page, 'Enter');
      await dialog(page)
        .filter({ hasText: /the proxy 127\.0\.0\.1:\d+ wants a password/ })
        .waitFor();
      await dialog(page).getByRole('button', { name: 'Save and Open Settings' }).click();
      const settings = page.locator('.settings-editor');
      await settings.getByText('Proxy Authorization', { exact: true }).first().waitFor();
      await notification(page, 'is saved, but the test request failed').waitFor();
      // It lies over all else. Where it has not the focus, the key goes elsewhere.
      await actUntil(
        async () => {
          await settings.locator(':focus').first().waitFor({ state: 'attached', timeout: 5000 });
          await page.keyboard.press('Escape');
        },
        () => settings.waitFor({ state: 'hidden', timeout: 5000 }),
      );
      await row(/^Sandbox(?!\s*no address)/).waitFor();
    });
  });
}
