/** The part of gifenc that is used here; it brings no types. */
declare module 'gifenc' {
  type Palette = number[][];
  interface Encoder {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        palette: Palette;
        delay: number;
        dispose: number;
        transparent: boolean;
        transparentIndex: number;
      },
    ): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  const gifenc: {
    GIFEncoder: () => Encoder;
    nearestColorIndex: (palette: Palette, colour: number[]) => number;
  };
  export default gifenc;
}
