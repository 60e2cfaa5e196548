import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { fill } from '../strings';
import type { PageContext } from './context';

/** A look at the content, when the user asks for it. */
export function previewTemplate(context: PageContext): unknown {
  const { view, strings } = context;
  if (view.preview === 'none') return nothing;
  return html`<section class="preview">
    <h2>${strings.preview}</h2>
    ${view.preview === 'pdf' ? html`<p class="note">${strings.previewPdf}</p>` : imageTemplate(context)}
  </section>`;
}

function imageTemplate(context: PageContext): TemplateResult {
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
    case 'broken':
      return html`<p class="problem" role="alert">${strings.previewBroken}</p>`;
    case 'image':
      return html`<img
        src=${preview.url}
        alt=${fill(strings.previewAlt, view.title)}
        @error=${() => {
          events.previewBroken();
        }}
      />`;
  }
}

function showButton(label: string, { view, events }: PageContext): TemplateResult {
  const show = (): void => {
    events.post({ type: 'preview', showing: view.showing });
  };
  return html`<vscode-button secondary @click=${show}>
    <span slot="content-before" class="codicon codicon-eye" aria-hidden="true"></span>${label}
  </vscode-button>`;
}
