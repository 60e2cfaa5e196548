import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import { removeFolder, temporaryFolder } from '../cleanup.mts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Browser {
  /** One profile: secrets are kept in it, and all pages share them. */
  readonly context: BrowserContext;
  close(): Promise<void>;
}

export interface BrowserOptions {
  readonly viewport?: Size;
  /** Nobody looks: pages draw nothing but for `takePicture`. Without a graphics card that saves a sixth of their work. */
  readonly isUnseen?: boolean | undefined;
}

/** Where nothing leaves the machine, and no display or sandbox is needed. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Not even to look up a name.
  '--host-resolver-rules=MAP *.invalid ~NOTFOUND',
];

export const defaultViewport: Size = { width: 1280, height: 800 };

/** Starts the browser at that path with a profile of its own, gone when it is closed. */
export async function startBrowser(
  executablePath: string,
  { viewport = defaultViewport, isUnseen = false }: BrowserOptions = {},
): Promise<Browser> {
  const profile = temporaryFolder('browser');
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: flags,
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
  });
  await context.addInitScript(keepMessages);
  await context.addInitScript(readAtOnce);
  if (isUnseen) await context.addInitScript(drawNothing);
  return {
    context,
    close: async () => {
      await context.close();
      removeFolder(profile);
    },
  };
}

/**
 * The editor hides a message after 10, 12 or 15 seconds. On a busy machine it is looked for later than by a person,
 * so it stays for longer. Runs in the page.
 */
function keepMessages(): void {
  const schedule = globalThis.setTimeout;
  const lasts = new Set<unknown>([10_000, 12_000, 15_000]);
  const patient = (work: () => void, delay?: number, ...rest: unknown[]): unknown =>
    schedule(work, lasts.has(delay) ? 300_000 : delay, ...(rest as []));
  Object.assign(globalThis, { setTimeout: patient });
}

/** What is used of a browser's sockets and files, since this code knows no browser. */
interface Sockets {
  readonly WebSocket: new (...parameters: unknown[]) => { binaryType: string };
  readonly FileReader: new () => EventTarget & { readAsArrayBuffer(data: unknown): void };
}

/**
 * The editor takes each message of its server as a file, and reads that file. Three processes of the browser have a part
 * in this, for thousands of messages. Here the editor gets the bytes at once. Runs in the page.
 */
function readAtOnce(): void {
  const { WebSocket, FileReader } = globalThis as unknown as Sockets;
  Object.assign(globalThis, {
    WebSocket: class extends WebSocket {
      constructor(...parameters: unknown[]) {
        super(...parameters);
        this.binaryType = 'arraybuffer';
      }
    },
    FileReader: class extends FileReader {
      override readAsArrayBuffer(data: unknown): void {
        if (!(data instanceof ArrayBuffer)) {
          super.readAsArrayBuffer(data);
          return;
        }
        Object.defineProperty(this, 'result', { value: data, configurable: true });
        queueMicrotask(() => this.dispatchEvent(new Event('load')));
      }
    },
  });
}

/** What is used of a page, since this code knows no browser. */
interface Drawn {
  readonly top: unknown;
  readonly self: unknown;
  readonly document: { adoptedStyleSheets: unknown[] };
  readonly CSSStyleSheet: new () => { replaceSync(text: string): void };
}

/** Lays the page out, and draws nothing of it. Frames are drawn with their page. Runs in the page. */
function drawNothing(): void {
  const { top, self, document, CSSStyleSheet } = globalThis as unknown as Drawn;
  if (top !== self) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html:not(.pictured) { opacity: 0 !important }');
  document.adoptedStyleSheets = [sheet];
}

/** Takes a picture of the page, into that file. */
export async function takePicture(page: Page, path: string): Promise<void> {
  await page.evaluate('document.documentElement.classList.add("pictured")');
  await page.screenshot({ path });
  await page.evaluate('document.documentElement.classList.remove("pictured")');
}

/** Where a window is opened: a folder, and further parameters of the editor, as pairs. */
export interface WindowAddress {
  readonly origin: string;
  readonly folder: string;
  readonly payload?: readonly (readonly [string, string])[];
}

/** The address of an editor window. */
export function windowUrl({ origin, folder, payload }: WindowAddress): string {
  const url = new URL(origin);
  url.searchParams.set('folder', folder);
  if (payload !== undefined) url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}

/** A path on this machine, as an editor window of that server names it. */
export function remoteUri(origin: string, path: string): string {
  return `vscode-remote://${new URL(origin).host}${path}`;
}

/** The first page of a new profile, or another one. It cannot be used to watch or to replace requests of that page. */
export async function newPage(browser: Browser): Promise<Page> {
  const [first] = browser.context.pages();
  const page = first?.url() === 'about:blank' ? first : await browser.context.newPage();
  await reportNoRequests(page);
  return page;
}

/** What is used of the driver's own objects: the channel on which it has everything of a page reported. */
interface Driven {
  readonly _connection: {
    toImpl(page: unknown): {
      readonly delegate: { readonly _mainFrameSession: { readonly _client: Pick<CDPSession, 'send'> } };
    };
  };
}

/**
 * The driver has every message of an editor to its server reported, with its content, and uses none of it. That is a
 * third of all work of an editor and its browser, and the driver has no option against it.
 */
async function reportNoRequests(page: Page): Promise<void> {
  const { delegate } = (page as unknown as Driven)._connection.toImpl(page);
  await delegate._mainFrameSession._client.send('Network.disable');
}
