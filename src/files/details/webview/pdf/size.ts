/** How large a page is drawn. Sizes are in CSS pixels unless stated otherwise. */

/** The widest that the panel's column becomes, so that a widened panel still shows a sharp page. */
const MAX_WIDTH = 832;
/** A page can be a mile long. */
const MAX_HEIGHT = 1664;
/** Past this, more pixels only cost memory. */
const MAX_DENSITY = 3;

/**
 * By how much a page is enlarged to fill the column, in device pixels.
 * @param width the page's own width, in points
 * @param height likewise
 * @param density device pixels in a CSS pixel
 * @returns undefined for what is no size of a page
 */
export function pageScale(width: number, height: number, density: number): number | undefined {
  if (!isSide(width) || !isSide(height)) return undefined;
  const fit = Math.min(MAX_WIDTH / width, MAX_HEIGHT / height);
  return fit * Math.min(Math.max(density, 1), MAX_DENSITY);
}

function isSide(length: number): boolean {
  return length > 0 && Number.isFinite(length);
}
