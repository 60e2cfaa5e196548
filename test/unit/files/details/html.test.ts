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
function policyOf(html: string): Map<string, string> {
  const content = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  return new Map(
    content.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

describe('the page of the details panel', () => {
  it('has a title for screen readers', () => {
    assert.match(detailsHtml({ ...page, title: 'A & B' }), /<title>A &amp; B<\/title>/);
  });

  it('allows one script, workers from memory, own styles and font, images from bytes, and nothing else', () => {
    assert.deepEqual(Object.fromEntries(policyOf(detailsHtml(page))), {
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

  it('has no script but the one with the nonce, no inline style and no handler', () => {
    const html = detailsHtml(page);
    assert.deepEqual(html.match(/<script[^>]*>/g), [
      `<script type="module" nonce="n0nce" src="${page.scriptUri}">`,
    ]);
    assert.doesNotMatch(html, /<style|style=|\son\w+=|unsafe-inline|'unsafe-eval'/);
  });

  it('states the policy before anything that it governs', () => {
    const html = detailsHtml(page);
    assert.ok(html.indexOf('Content-Security-Policy') < html.indexOf('<link'));
    assert.ok(html.indexOf('Content-Security-Policy') < html.indexOf('<script'));
  });

  it('stays one page, whatever is put in', () => {
    const anyPage = fc.record({
      scriptUri: fc.string(),
      styleUri: fc.string(),
      cspSource: fc.string(),
      nonce: fc.string(),
      title: fc.string(),
      language: fc.string(),
    });
    fc.assert(
      fc.property(anyPage, (any) => {
        const tags = detailsHtml(any).match(/<[a-z!/][^>]*>/gi) ?? [];
        assert.deepEqual(
          tags.map((tag) => tag.slice(0, 5)),
          (detailsHtml(page).match(/<[a-z!/][^>]*>/gi) ?? []).map((tag) => tag.slice(0, 5)),
        );
      }),
    );
  });
});
