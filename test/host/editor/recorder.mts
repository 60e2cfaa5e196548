import gifenc from 'gifenc';
import type { Locator, Page } from 'playwright-core';

const { GIFEncoder, nearestColorIndex } = gifenc;

/** The place in the palette for what is as in the picture before. */
const UNCHANGED = 255;

interface Frame {
  readonly png: string;
  readonly milliseconds: number;
}

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

// Scripts for the window.

/** Draws a pointer, which a screenshot does not show. */
const DRAW_POINTER = `{
  const make = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const svg = make('svg', { width: 24, height: 24 });
  const shape = 'M2 1 L2 19 L6.5 15 L9.5 22 L12.5 20.7 L9.5 14 L15.5 14 Z';
  svg.append(make('path', { d: shape, fill: 'white', stroke: 'black' }));
  Object.assign(svg.style, { position: 'fixed', zIndex: '100000', pointerEvents: 'none' });
  document.body.append(svg);
  globalThis.movePointer = (x, y) => Object.assign(svg.style, { left: x + 'px', top: y + 'px' });
}`;

const READ_PICTURE = `async (data) => {
  const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const pixels = context.getImageData(0, 0, width, height).data;
  let text = '';
  for (let at = 0; at < pixels.length; at += 32768)
    text += String.fromCharCode(...pixels.subarray(at, at + 32768));
  return { width, height, base64: btoa(text) };
}`;

/** Takes pictures of a window, with a pointer, and makes a GIF of them. */
export class Recorder {
  readonly #page: Page;
  readonly #frames: Frame[] = [];
  #at = { x: 560, y: 400 };

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Draws the pointer into the window. */
  static async start(page: Page): Promise<Recorder> {
    await page.evaluate(DRAW_POINTER);
    return new Recorder(page);
  }

  /** Shows the window as it is now for so long. */
  async frame(milliseconds: number): Promise<void> {
    const { x, y } = this.#at;
    await this.#page.evaluate(`movePointer(${x}, ${y})`);
    const png = await this.#page.screenshot({ caret: 'hide' });
    this.#frames.push({ png: png.toString('base64'), milliseconds });
  }

  /** Moves the pointer to something, and stays there for so long. */
  async moveTo(target: Locator, milliseconds = 300): Promise<void> {
    const box = await target.boundingBox();
    if (box === null) throw new Error('It is out of sight.');
    const from = this.#at;
    const to = { x: box.x + Math.min(box.width / 2, 80), y: box.y + box.height / 2 };
    for (const part of [0.4, 0.8]) {
      this.#at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      await this.frame(60);
    }
    this.#at = to;
    await this.frame(milliseconds);
  }

  /** The GIF. Of each picture it holds what is not as in the picture before. */
  async end(): Promise<Uint8Array> {
    const gif = GIFEncoder();
    let before: Picture | undefined;
    const blank = await this.#page.context().newPage();
    for (const { png, milliseconds } of this.#frames) {
      const picture = await decode(blank, png);
      const { indexes, palette } = changes(picture, before);
      gif.writeFrame(indexes, picture.width, picture.height, {
        palette,
        delay: milliseconds,
        dispose: 1,
        transparent: true,
        transparentIndex: UNCHANGED,
      });
      before = picture;
    }
    await blank.close();
    gif.finish();
    return gif.bytes();
  }
}

/**
 * What is not as in the picture before. The most frequent colours are kept exactly: a quantizer takes an average of
 * the dark backgrounds, and what was there before shines through.
 */
function changes(
  picture: Picture,
  before: Picture | undefined,
): { indexes: Uint8Array; palette: number[][] } {
  const colours = coloursOf(picture);
  const old = before === undefined ? undefined : coloursOf(before);
  const counts = new Map<number, number>();
  colours.forEach((colour, at) => {
    if (colour !== old?.[at]) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  });
  const frequent = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  const palette = Array.from({ length: UNCHANGED }, (_, at) => channels(frequent[at] ?? 0));
  const places = new Map(frequent.map((each) => [each, nearestColorIndex(palette, channels(each))]));
  const indexes = new Uint8Array(colours.length);
  colours.forEach((colour, at) => {
    indexes[at] = colour === old?.[at] ? UNCHANGED : (places.get(colour) ?? 0);
  });
  return { indexes, palette: [...palette, [0, 0, 0]] };
}

/** Each pixel as one number; all are opaque. */
function coloursOf({ rgba }: Picture): Uint32Array {
  return new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
}

function channels(colour: number): number[] {
  return [colour & 0xff, (colour >> 8) & 0xff, (colour >> 16) & 0xff];
}

/** The browser reads the picture. */
async function decode(page: Page, png: string): Promise<Picture> {
  const { width, height, base64 } = await page.evaluate<{ width: number; height: number; base64: string }>(
    `(${READ_PICTURE})('${png}')`,
  );
  return { width, height, rgba: Uint8Array.from(Buffer.from(base64, 'base64')) };
}
