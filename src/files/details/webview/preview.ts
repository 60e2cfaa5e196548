import type { PreviewState } from '../protocol';

/** A preview as the page shows it: an image by the address of its bytes. */
export type ShownPreview =
  | Exclude<PreviewState, { kind: 'image' }>
  | { readonly kind: 'image'; readonly url: string }
  | { readonly kind: 'broken' };

/**
 * Makes a preview fit to be shown, and lets go of the bytes of the one before.
 * @param next undefined to show none
 */
export function previewShown(
  next: PreviewState | undefined,
  before: ShownPreview | undefined,
): ShownPreview | undefined {
  if (before?.kind === 'image') URL.revokeObjectURL(before.url);
  if (next?.kind !== 'image') return next;
  return { kind: 'image', url: URL.createObjectURL(new Blob([next.bytes], { type: next.mimeType })) };
}
