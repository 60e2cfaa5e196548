import type { Locator } from 'playwright-core';

/** What is read of a canvas, since these tests know no browser. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { readonly data: ArrayLike<number> };
  };
}

/** How much of a drawing is of each of these, from 0 to 1. */
export function colors(canvas: Locator): Promise<{ white: number; green: number }> {
  return canvas.evaluate((element: unknown) => {
    const drawing = element as Canvas;
    const { width, height } = drawing;
    const { data } = drawing.getContext('2d').getImageData(0, 0, width, height);
    let white = 0;
    let green = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, other = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
      if (red > 250 && other > 250 && blue > 250) white += 1;
      if (red < 5 && other > 250 && blue < 5) green += 1;
    }
    const all = width * height;
    return { white: white / all, green: green / all };
  });
}
