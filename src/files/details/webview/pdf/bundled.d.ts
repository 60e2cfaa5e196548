/** What the bundler puts into this bundle as it is: a script as its text, a binary as its bytes. */
declare module '*/pdf.worker.min.mjs' {
  const source: string;
  export default source;
}

declare module '*.wasm' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
