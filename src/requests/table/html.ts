/** What the page of a table is made of. All of it comes from the extension itself. */
export interface TablePage {
  readonly scriptUri: string;
  readonly styleUri: string;
  /** The editor's own source for resources of this webview. */
  readonly cspSource: string;
  /** Fresh for each page; the only script and the only style of a script's making that count bear it. */
  readonly nonce: string;
  /** Language tag of the texts. */
  readonly language: string;
  readonly title: string;
}

/**
 * The page of a table. It holds nothing of the service: all of that arrives by message and becomes text. The policy
 * allows one script and what it imports, the styles and the icon font of the extension, the styles that the grid
 * makes, and the grid's own icons, which are images in those styles; no connection to anywhere, and text is never run.
 */
export function tableHtml(page: TablePage): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${page.nonce}'`,
    `style-src ${page.cspSource} 'nonce-${page.nonce}'`,
    `font-src ${page.cspSource}`,
    `img-src data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escaped(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)}</title>
<link rel="stylesheet" href="${escaped(page.styleUri)}">
</head>
<body>
<main data-nonce="${escaped(page.nonce)}"></main>
<script type="module" nonce="${escaped(page.nonce)}" src="${escaped(page.scriptUri)}"></script>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Fit to stand between double quotes, and as text. */
function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
