import { webviewHtml, type WebviewPage } from '../../ui/panels/webviewPage';

/**
 * The page of a details panel. Images come only from bytes that were sent by message. A PDF is read in a worker whose
 * script comes from memory; its decoders of scanned images are WebAssembly, which can compute and nothing else.
 */
export function detailsHtml(page: WebviewPage): string {
  return webviewHtml(
    page,
    [
      `script-src 'nonce-${page.nonce}' 'wasm-unsafe-eval'`,
      `worker-src blob:`,
      `style-src ${page.cspSource}`,
      `img-src blob:`,
    ],
    { id: 'details' },
  );
}
