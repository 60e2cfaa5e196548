#!/usr/bin/env node
// An executable that takes the arguments of VS Code's own for a test run, and opens the same editor in a browser:
//
//   editor.mts FOLDER --user-data-dir=… --extensionDevelopmentPath=… --extensionTestsPath=…
//
// Ends with 0 when the tests passed. What mocha prints comes out here; with TEST_VERBOSE set, all that the window
// and its extension host print.
import { existsSync } from 'node:fs';
import { format, parseArgs } from 'node:util';
import { newPage, remoteUri, startBrowser, windowUrl } from '../editor/browser.mts';
import { temporaryFolder } from '../cleanup.mts';
import { keepEvidence } from '../editor/evidence.mts';
import { startServer } from '../editor/server.mts';
import { setUpHost } from '../editor/setup.mts';
import { testOutput } from './suite.mts';

const { values, positionals } = parseArgs({
  // VS Code takes many more, which mean nothing here.
  strict: false,
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: { type: 'string' },
    extensionTestsPath: { type: 'string' },
    'user-data-dir': { type: 'string' },
  },
});

/** Nobody looks at this window: what it does not draw costs nothing. */
const SIZE = { width: 800, height: 600 };
const PLAIN = {
  'breadcrumbs.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
};

const LONGEST_RUN_MS = 60 * 60_000;

async function main(): Promise<number> {
  const { extensionDevelopmentPath: extension, extensionTestsPath: tests, 'user-data-dir': dataDir } = values;
  if (typeof extension !== 'string' || typeof tests !== 'string') {
    console.error('Both --extensionDevelopmentPath and --extensionTestsPath are needed.');
    return 2;
  }
  const host = await setUpHost();
  const server = await startServer({
    serverMain: host.serverMain,
    testDriver: true,
    isLean: true,
    settings: PLAIN,
    ...(typeof dataDir === 'string' ? { dataDir } : {}),
  });
  const browser = await startBrowser(host.chromium, { viewport: SIZE, isUnseen: true });
  try {
    const page = await newPage(browser);
    const everything: string[] = [];
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
      const line = format(...args);
      everything.push(`${type} ${line}`);
      if (line.startsWith(testOutput)) console.log(line.slice(testOutput.length));
      else if (process.env['TEST_VERBOSE'] !== undefined) console.log(`${type}: ${line}`);
    });
    const exit = new Promise<number>((resolve) => {
      void page.exposeFunction('codeAutomationExit', resolve);
      page.once('crash', () => {
        console.error('The page of the editor crashed.');
        resolve(1);
      });
      // An extension host that died tells nobody.
      setTimeout(() => {
        console.error('The tests did not end in an hour.');
        resolve(1);
      }, LONGEST_RUN_MS);
    });
    const payload = [
      ['extensionDevelopmentPath', remoteUri(server.origin, extension)],
      ['extensionTestsPath', remoteUri(server.origin, tests)],
      ['skipWelcome', 'true'],
    ] as const;
    const folder = positionals[0] ?? temporaryFolder('workspace');
    // It ends sooner whenever the page is there: this is for busy machines only.
    const timeout = 5 * 60_000;
    await page.goto(windowUrl({ origin: server.origin, folder, payload }), { timeout });
    const code = await exit;
    // A window whose extension host is gone may say that all is well.
    const results = process.env['TEST_RESULTS'];
    const isWhole = code === 0 && (results === undefined || existsSync(results));
    if (!isWhole) keepEvidence(`integration-${process.pid}`, server.dataDir, { console: everything });
    return isWhole ? 0 : Math.max(code, 1);
  } finally {
    await browser.close();
    await server.stop();
  }
}

process.exit(await main());
