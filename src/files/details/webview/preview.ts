import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { number, t } from '../../../util/text';
import type { PreviewState } from '../model/detailsProtocol';
import type { PageContext, ShownPreview } from './context';
import { pdfProblem, type PdfProblem } from './pdf/problem';

/** The preview of the file in sight. It lets go of the one before, and ends what is still being drawn. */
export class Preview {
  private readonly changed: (shown: ShownPreview | undefined) => void;
  private shown: ShownPreview | undefined;
  private drawing: AbortController | undefined;

  /**
   * @param changed called with what to show from now on; undefined for nothing
   */
  constructor(changed: (shown: ShownPreview | undefined) => void) {
    this.changed = changed;
  }

  /** Shows what the host sent. */
  receive(next: PreviewState): void {
    this.clear();
    if (next.kind === 'pdf') void this.draw(next.bytes);
    else if (next.kind === 'image') this.show({ kind: 'image', url: imageUrl(next) });
    else this.show(next);
  }

  /** Reports that the image in sight cannot be decoded. */
  broken(): void {
    this.clear();
    this.show({ kind: 'unreadable', problem: 'damaged' });
  }

  /** Shows nothing any more: another file is in sight. */
  clear(): void {
    this.drawing?.abort();
    this.drawing = undefined;
    if (this.shown?.kind === 'image') URL.revokeObjectURL(this.shown.url);
    this.show(undefined);
  }

  private async draw(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const drawing = new AbortController();
    this.drawing = drawing;
    this.show({ kind: 'loading' });
    const shown = await firstPage(bytes, drawing.signal);
    if (this.drawing === drawing) this.show(shown);
  }

  private show(shown: ShownPreview | undefined): void {
    this.shown = shown;
    this.changed(shown);
  }
}

function imageUrl({ bytes, mimeType }: Extract<PreviewState, { kind: 'image' }>): string {
  return URL.createObjectURL(new Blob([bytes], { type: mimeType }));
}

async function firstPage(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<ShownPreview> {
  try {
    const { drawFirstPage } = await import('./pdf/firstPage');
    return { kind: 'page', ...(await drawFirstPage(bytes, signal)) };
  } catch (error) {
    return { kind: 'unreadable', problem: pdfProblem(error) };
  }
}

/** A look at the content, when the user asks for it. */
export function previewTemplate(context: PageContext): unknown {
  if (!context.view.preview) return nothing;
  // It takes the focus from its button, which is gone once it was pressed.
  return html`<section class="preview" tabindex="-1" aria-label=${t('Preview')}>
    <h2>${t('Preview')}</h2>
    ${contentTemplate(context)}
  </section>`;
}

function contentTemplate(context: PageContext): TemplateResult {
  const { view, preview, previewBroken } = context;
  switch (preview?.kind) {
    case undefined:
      return html`<p class="note">${t('Downloads the content through its link.')}</p>
        ${showButton(t('Show Preview'), context)}`;
    case 'loading':
      return html`<p class="note" role="status">${t('Loading the preview…')}</p>`;
    case 'failed':
      return html`<p class="problem" role="alert">${preview.text}</p>
        ${showButton(t('Retry'), context)}`;
    case 'unreadable':
      return html`<p class="problem" role="alert">${PROBLEMS[preview.problem]()}</p>`;
    case 'image':
      return html`<img src=${preview.url} alt=${t('Preview of {0}', view.title)} @error=${previewBroken} />`;
    case 'page':
      return pageTemplate(preview, view.title);
  }
}

function pageTemplate(
  { canvas, pages, incomplete }: Extract<ShownPreview, { kind: 'page' }>,
  title: string,
): TemplateResult {
  const count = t('Page 1 of {0}', number(pages));
  const missing = t(
    'Some text or images of this page may be missing here. Open shows all of it in your PDF viewer.',
  );
  return html`<p class="note" role="status">${incomplete ? `${count}. ${missing}` : count}</p>
    <div class="pdf-page" role="img" aria-label=${t('First page of {0}', title)}>${canvas}</div>`;
}

const PROBLEMS: Readonly<Record<PdfProblem, () => string>> = {
  locked: () =>
    t(
      'This PDF is locked with a password, so no preview can be shown. Use Open or Save As, then your PDF viewer asks for the password.',
    ),
  damaged: () => t('This file is damaged and cannot be shown. Use Save As to keep it as it is.'),
  failed: () => t('No preview available. Open shows this file in your PDF viewer.'),
};

function showButton(label: string, { ask }: PageContext): TemplateResult {
  return html`<vscode-button secondary @click=${ask({ type: 'preview' })}>
    <span slot="content-before" class="codicon codicon-eye" aria-hidden="true"></span>${label}
  </vscode-button>`;
}
