import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm';
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm';

/** The decoders of scanned pages (fax, JBIG2, JPEG 2000), by the names that the viewer asks for. Packed by esbuild.js. */
const DECODERS: ReadonlyMap<string, Uint8Array<ArrayBuffer>> = new Map([
  ['jbig2.wasm', jbig2],
  ['openjpeg.wasm', openjpeg],
]);

interface DataRequest {
  readonly kind: 'cMapUrl' | 'standardFontDataUrl' | 'wasmUrl';
  readonly filename: string;
}

/**
 * What the viewer asks for while it draws. It is given what is in this bundle, and nothing is ever fetched.
 * Fonts that a document leaves to its reader come from the system; tables for East Asian text that holds no
 * embedded font are not bundled, since they are larger than all else together.
 * @param missing called when something is not there, so that the page may lack text or images
 */
export function bundledData(missing: () => void) {
  return class {
    fetch({ kind, filename }: DataRequest): Promise<Uint8Array<ArrayBuffer>> {
      const decoder = DECODERS.get(filename);
      if (decoder !== undefined) return unpacked(decoder);
      if (kind !== 'standardFontDataUrl') missing();
      return Promise.reject(new Error(`${filename} is not carried along`));
    }
  };
}

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
