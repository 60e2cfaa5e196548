/*! This file holds pdf.js, Copyright Mozilla Foundation, under the Apache License 2.0, and its image decoders. */
import { getDocument, InvalidPDFException, PDFWorker, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerSource from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs' with { type: 'text' };
import { bundledData } from './data';
import { pageScale } from './size';

/** Draws the first page of a PDF. Loaded when one is asked for: it is larger than all else in the panel. */

/** The first page, drawn. */
export interface FirstPage {
  readonly canvas: HTMLCanvasElement;
  /** How many pages there are in all. */
  readonly pages: number;
  /** Some text or images may be missing. */
  readonly incomplete: boolean;
}

/** A page that takes longer than this, in milliseconds, is given up: it may be made to take for ever. */
const DEADLINE_MS = 20_000;
/** Larger images, in pixels, are left out: A4 at 600 dots an inch has 35 million. */
const MAX_IMAGE_PIXELS = 64 * 1024 * 1024;

/**
 * Draws the first page. The document is read in a worker that has no page, no network and no way to run what
 * it is sent, and that is ended afterwards, whatever happens. Scripts, forms and links in it stay dead.
 * @param bytes the document; emptied by this
 * @param signal ends the work; the promise then rejects with its reason
 * @throws what `pdfProblem` can name
 */
export async function drawFirstPage(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<FirstPage> {
  let incomplete = false;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
  const thread = startWorker();
  const reader = PDFWorker.create({ port: thread.worker, verbosity: VerbosityLevel.ERRORS });
  const document = getDocument({
    data: bytes,
    worker: reader,
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    useWorkerFetch: false,
    BinaryDataFactory: bundledData(() => {
      incomplete = true;
    }),
  });
  try {
    return await Promise.race([draw(), thread.failed, ended(limited)]);
  } finally {
    // What is under way may itself be what hangs, so the worker is ended without waiting for its leave.
    void document.destroy().catch(() => undefined);
    reader.destroy();
    thread.end();
  }

  async function draw(): Promise<FirstPage> {
    const pdf = await document.promise;
    const canvas = await drawPage(await pdf.getPage(1));
    return { canvas, pages: pdf.numPages, incomplete };
  }
}

async function drawPage(page: PDFPageProxy): Promise<HTMLCanvasElement> {
  const own = page.getViewport({ scale: 1 });
  const scale = pageScale(own.width, own.height, window.devicePixelRatio);
  if (scale === undefined) throw new InvalidPDFException('A page without a size') as Error;
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(Math.round(viewport.width), 1);
  canvas.height = Math.max(Math.round(viewport.height), 1);
  await page.render({ canvas, viewport }).promise;
  return canvas;
}

/** The worker's script comes from memory, so that the page needs no leave to load workers from anywhere. */
function startWorker() {
  const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
  const worker = new Worker(url, { type: 'module' });
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('The worker failed')));
  });
  const end = (): void => {
    worker.terminate();
    URL.revokeObjectURL(url);
  };
  return { worker, failed, end };
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
