import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { BodyFault, bodyText, header, readBody } from '../../../../src/api/wire/decodeBody';

const TEXT = 'a text of some length, '.repeat(20);
const PLAIN = Buffer.from(TEXT);

interface Source {
  readonly pieces?: readonly Uint8Array[];
  /** What it fails with after its pieces. */
  readonly error?: Error;
}

/** A response with these codings. It counts what is asked of its body, and `left` resolves once nothing more will be. */
function response(codings: readonly string[], { pieces = [PLAIN], error }: Source = {}, decoded = false) {
  const state = { asked: 0 };
  const { promise: left, resolve: leave } = Promise.withResolvers<undefined>();
  async function* body() {
    try {
      for (const piece of pieces) {
        state.asked += 1;
        yield await Promise.resolve(piece);
      }
      if (error) throw error;
    } finally {
      leave(undefined);
    }
  }
  const headers = codings.map((value): [string, string] => ['Content-Encoding', value]);
  headers.push(['content-type', 'text/plain']);
  return { state, left, status: 200, statusText: 'OK', headers, body: body(), ...(decoded && { decoded }) };
}

async function read(codings: readonly string[], source?: Source, max = 10_000): Promise<string> {
  return Buffer.from(await readBody(response(codings, source), max)).toString();
}

const inPieces = (bytes: Uint8Array, size: number): Uint8Array[] => {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
};

describe('A body on the wire', () => {
  const encodings: Readonly<Record<string, readonly [codings: readonly string[], bytes: Uint8Array]>> = {
    'as it is': [[], PLAIN],
    'as identity': [['identity', ' ', ''], PLAIN],
    gzip: [['gzip'], gzipSync(PLAIN)],
    'x-gzip, in capitals': [[' X-GZIP '], gzipSync(PLAIN)],
    'deflate with a header': [['deflate'], deflateSync(PLAIN)],
    'deflate without one': [['deflate'], deflateRawSync(PLAIN)],
    brotli: [['br'], brotliCompressSync(PLAIN)],
    'several, in one line': [['gzip, deflate,br'], brotliCompressSync(deflateSync(gzipSync(PLAIN)))],
    'several, in lines of their own': [['br', 'identity', 'gzip'], gzipSync(brotliCompressSync(PLAIN))],
  };
  for (const [what, [codings, bytes]] of Object.entries(encodings)) {
    it(`is read ${what}, however it is cut`, async () => {
      assert.equal(await read(codings, { pieces: [bytes] }), TEXT);
      assert.equal(await read(codings, { pieces: [new Uint8Array(), ...inPieces(bytes, 3)] }), TEXT);
    });
  }

  it('may be empty, whatever its encoding', async () => {
    for (const coding of ['identity', 'gzip', 'br'])
      for (const pieces of [[], [new Uint8Array()]]) assert.equal(await read([coding], { pieces }), '');
  });

  it('that came in one piece is not copied', async () =>
    assert.equal(await readBody(response([]), PLAIN.length), PLAIN));

  it('is left as it is where the stack has decoded it', async () => {
    const bytes = await readBody(response(['gzip'], {}, true), 10_000);
    assert.equal(Buffer.from(bytes).toString(), TEXT);
  });

  it('is refused when it passes its bound, decoded, and the rest is not read', async () => {
    const fault = {
      ...{ name: 'BodyFault', fault: 'too-large' },
      message: 'The answer is not read because it is larger than 0 MiB.',
    };
    assert.equal((await read([], {}, PLAIN.length)).length, PLAIN.length);
    const plain = response([], { pieces: inPieces(PLAIN, PLAIN.length - 1).concat([PLAIN, PLAIN]) });
    await assert.rejects(readBody(plain, PLAIN.length - 1), fault);
    await plain.left;
    assert.equal(plain.state.asked, 2);
    const packed = response(['gzip'], { pieces: inPieces(gzipSync(PLAIN), 10) });
    await assert.rejects(readBody(packed, PLAIN.length - 1), fault);
    await packed.left;
    const long = response(['gzip'], { pieces: inPieces(gzipSync(randomBytes(2_000_000)), 10_000) });
    await assert.rejects(readBody(long, 1000), BodyFault);
    await long.left;
    assert.ok(long.state.asked < 150, String(long.state.asked));
  });

  it('is refused unread for encodings that are unknown or too many', async () => {
    const refused = {
      'zstd, gzip, x': {
        fault: 'encoding',
        message: 'The answer cannot be read because of its encoding: zstd, x.',
      },
      'gzip, gzip, gzip, br': {
        fault: 'encoding',
        message: 'The answer cannot be read because of its encoding: gzip, gzip, gzip, br.',
      },
    };
    for (const [coding, expected] of Object.entries(refused)) {
      const one = response([coding]);
      await assert.rejects(readBody(one, 10_000), { name: 'BodyFault', ...expected });
      assert.equal(one.state.asked, 0);
    }
    const three = gzipSync(gzipSync(gzipSync(PLAIN)));
    assert.equal(await read(['gzip, gzip, gzip'], { pieces: [three] }), TEXT);
  });

  it('is damaged by what is inside it, and lost by its connection', async () => {
    const packed = gzipSync(PLAIN);
    const damaged = (error: unknown) =>
      error instanceof BodyFault &&
      error.fault === 'compression' &&
      error.message === 'The answer cannot be read because its compressed form is damaged.' &&
      error.cause instanceof Error;
    for (const piece of [PLAIN, packed.subarray(0, -4)])
      await assert.rejects(read(['gzip'], { pieces: [piece] }), damaged);
    const lost = new Error('lost');
    await assert.rejects(read(['gzip'], { pieces: [packed.subarray(0, 20)], error: lost }), lost);
    await assert.rejects(read(['gzip'], { pieces: [], error: lost }), lost);
    // Of two encodings, the outer one is to blame.
    await assert.rejects(read(['br', 'gzip'], { pieces: [PLAIN] }), damaged);
  });
});

describe('The text of a body', () => {
  it('is read in the charset of its type, and as UTF-8 where that is none or unknown', () => {
    const latin = Buffer.from([0x65, 0xe9]);
    for (const type of ['text/plain; charset=latin1', 'a/b;x=y;CHARSET = "ISO-8859-1"; z'])
      assert.equal(bodyText(latin, type), 'eé', type);
    for (const charset of ['', 'charset=none', 'xcharset=latin1'])
      assert.equal(bodyText(Buffer.from('\ufeffeé'), `text/plain; ${charset}`), 'eé', charset);
    assert.equal(bodyText(latin, undefined), 'e\ufffd');
  });

  it('goes by the first header of a name, whatever its case', () => {
    const headers = Object.entries({ X: '1', 'content-TYPE': 'a', 'Content-Type': 'b' });
    assert.equal(header(headers, 'content-type'), 'a');
    assert.equal(header(headers, 'none'), undefined);
  });
});
