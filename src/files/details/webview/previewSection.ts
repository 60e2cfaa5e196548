import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { DetailsStrings } from '../model/detailsStrings';
import { fill } from '../model/detailsStrings';
import type { PageContext } from './context';
import type { PdfProblem } from './pdf/problem';
import type { ShownPreview } from './preview';

/** A look at the content, when the user asks for it. */
export function previewTemplate(context: PageContext): unknown {
  const { view, strings } = context;
  if (!view.preview) return nothing;
  // It takes the focus from its button, which is gone once it was pressed.
  return html`<section class="preview" tabindex="-1" aria-label=${strings.preview}>
    <h2>${strings.preview}</h2>
    ${contentTemplate(context)}
  </section>`;
}

function contentTemplate(context: PageContext): TemplateResult {
  const { view, strings, preview, events } = context;
  switch (preview?.kind) {
    case undefined:
      return html`<p class="note">${strings.previewHint}</p>
        ${showButton(strings.showPreview, context)}`;
    case 'loading':
      return html`<p class="note" role="status">${strings.previewLoading}</p>`;
    case 'failed':
      return html`<p class="problem" role="alert">${preview.text}</p>
        ${showButton(strings.retry, context)}`;
    case 'unreadable':
      return html`<p class="problem" role="alert">${strings[PROBLEMS[preview.problem]]}</p>`;
    case 'image':
      return html`<img
        src=${preview.url}
        alt=${fill(strings.previewAlt, view.title)}
        @error=${() => {
          events.previewBroken();
        }}
      />`;
    case 'page':
      return pageTemplate(preview, context);
  }
}

function pageTemplate(
  { canvas, pages, incomplete }: Extract<ShownPreview, { kind: 'page' }>,
  { view, strings, locale }: PageContext,
): TemplateResult {
  const count = fill(strings.pdfPages, new Intl.NumberFormat(locale).format(pages));
  return html`<p class="note" role="status">${incomplete ? `${count}. ${strings.pdfIncomplete}` : count}</p>
    <div class="pdf-page" role="img" aria-label=${fill(strings.pdfAlt, view.title)}>${canvas}</div>`;
}

const PROBLEMS: Readonly<Record<PdfProblem, keyof DetailsStrings>> = {
  locked: 'pdfLocked',
  damaged: 'damaged',
  failed: 'pdfFailed',
};

function showButton(label: string, { view, events }: PageContext): TemplateResult {
  const show = (): void => {
    events.post({ type: 'preview', showing: view.showing });
  };
  return html`<vscode-button secondary @click=${show}>
    <span slot="content-before" class="codicon codicon-eye" aria-hidden="true"></span>${label}
  </vscode-button>`;
}
