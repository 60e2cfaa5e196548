/** What the page of a details panel is made of. All of it comes from the extension itself. */
export interface DetailsPage {
  readonly scriptUri: string;
  readonly styleUri: string;
  /** The editor's own source for resources of this webview. */
  readonly cspSource: string;
  /** Fresh for each page; the only script that runs is the one that bears it. */
  readonly nonce: string;
  /** What screen readers call the page. */
  readonly title: string;
  /** Language tag of the texts. */
  readonly language: string;
}

/**
 * The page of a details panel. It holds nothing of the service: all of that arrives by message and becomes
 * text. The policy allows one script and what it imports, styles and the icon font of the extension, and
 * images only from bytes that were sent by message; no connection to anywhere. A PDF is read in a worker whose
 * script comes from memory; its decoders of scanned images are WebAssembly, which can compute and nothing else.
 * Text is never run.
 */
export function detailsHtml(page: DetailsPage): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${page.nonce}' 'wasm-unsafe-eval'`,
    `worker-src blob:`,
    `style-src ${page.cspSource}`,
    `font-src ${page.cspSource}`,
    `img-src blob:`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
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
<main id="details"></main>
<script type="module" nonce="${escaped(page.nonce)}" src="${escaped(page.scriptUri)}"></script>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Fit to stand between double quotes. */
function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
