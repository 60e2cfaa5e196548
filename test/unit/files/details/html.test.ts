import assert from 'node:assert/strict';
import fc from 'fast-check';
import { detailsHtml } from '../../../../src/files/details/detailsHtml';

const page = {
  scriptUri: 'https://file+.vscode-resource.test/dist/webview/details.js',
  styleUri: 'https://file+.vscode-resource.test/dist/webview/details.css',
  cspSource: "'self' https://*.vscode-cdn.test",
  nonce: 'n0nce',
  title: 'File Details',
  language: 'en',
};

/** The directives of the page's policy, by name. */
function policyOf(html: string): unknown {
  const content = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  return Object.fromEntries(content.split('; ').map((each) => each.split(/ (.*)/))) as unknown;
}

describe('the page of the details panel', () => {
  it('allows one script, workers from memory, own styles and font, images from bytes, and nothing else', () => {
    assert.deepEqual(policyOf(detailsHtml(page)), {
      'default-src': "'none'",
      'script-src': "'nonce-n0nce' 'wasm-unsafe-eval'",
      'worker-src': 'blob:',
      'style-src': page.cspSource,
      'font-src': page.cspSource,
      'img-src': 'blob:',
      'base-uri': "'none'",
      'form-action': "'none'",
    });
  });

  it('has a title for screen readers, and no script but the one with the nonce, no inline style and no handler', () => {
    const html = detailsHtml({ ...page, title: 'A & B' });
    assert.match(html, /<title>A &amp; B<\/title>/);
    const script = `<script type="module" nonce="n0nce" src="${page.scriptUri}">`;
    assert.deepEqual(html.match(/<script[^>]*>/g), [script]);
    assert.doesNotMatch(html, /<style|style=|\son\w+=/);
    // The policy is stated before what it governs.
    assert.match(html, /Content-Security-Policy[^]*<link[^]*<script/);
  });

  it('stays one page, whatever is put in', () => {
    const text = fc.string();
    const anyPage = fc.record({
      ...{ scriptUri: text, styleUri: text, cspSource: text },
      ...{ nonce: text, title: text, language: text },
    });
    const tagsOf = (html: string) => (html.match(/<[a-z!/][^>]*>/gi) ?? []).map((tag) => tag.slice(0, 5));
    fc.assert(
      fc.property(anyPage, (given) =>
        assert.deepEqual(tagsOf(detailsHtml(given)), tagsOf(detailsHtml(page))),
      ),
    );
  });
});
