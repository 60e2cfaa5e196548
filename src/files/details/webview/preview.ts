import type { PreviewState } from '../model/detailsProtocol';
import type { FirstPage } from './pdf/firstPage';
import { pdfProblem } from './pdf/problem';
import type { PdfProblem } from './pdf/problem';

/** A preview as the page shows it: an image by the address of its bytes, a PDF by its first page, drawn. */
export type ShownPreview =
  | Exclude<PreviewState, { kind: 'image' | 'pdf' }>
  | { readonly kind: 'image'; readonly url: string }
  | ({ readonly kind: 'page' } & FirstPage)
  | { readonly kind: 'unreadable'; readonly problem: PdfProblem };

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
