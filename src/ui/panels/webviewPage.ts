/** What the page of a webview is made of. All of it comes from the extension itself. */
export interface WebviewPage {
  readonly scriptUri: string;
  readonly styleUri: string;
  /** The editor's own source for resources of this webview. */
  readonly cspSource: string;
  /** Fresh for each page. Only a script with this nonce runs. */
  readonly nonce: string;
  /** What screen readers call the page. */
  readonly title: string;
  readonly language: string;
}

/**
 * The HTML page of a webview. It holds nothing of the service: all data arrives by message and becomes text.
 * @param directives of the content security policy, beside those that every page has; no page may connect to anywhere
 * @param main the attributes of `<main>`, which the script fills
 */
export function webviewHtml(
  page: WebviewPage,
  directives: readonly string[],
  main: Readonly<Record<string, string>>,
): string {
  const policy = [
    `default-src 'none'`,
    ...directives,
    `font-src ${page.cspSource}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const attributes = Object.entries(main).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<!DOCTYPE html>
<html lang="${escaped(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<title>${escaped(page.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${escaped(page.styleUri)}">
</head>
<body>
<main${attributes.join('')}></main>
<script type="module" nonce="${escaped(page.nonce)}" src="${escaped(page.scriptUri)}"></script>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escaped for text and for an attribute in double quotes. */
function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
