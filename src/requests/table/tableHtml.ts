import { webviewHtml, type WebviewPage } from '../../ui/panels/webviewPage';

/**
 * The page of a table. The grid adds styles with this nonce, and its icons are images in those styles.
 */
export function tableHtml(page: WebviewPage): string {
  return webviewHtml(
    page,
    [
      `script-src 'nonce-${page.nonce}'`,
      `style-src ${page.cspSource} 'nonce-${page.nonce}'`,
      `img-src data:`,
    ],
    { 'data-nonce': page.nonce },
  );
}
