// A service that does nothing but take uploads, as cheaply as possible, in a separate process: client and
// server share no event loop. Started by sinkProcess.ts.
import { createServer, type AddressInfo, type Socket } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
let uploads = 0;
/** Whether somebody waits for the time of the next byte. */
let awaited = false;

/** Counts a request's bytes and calls back at its end. Clients here never send two requests at once. */
function onRequests(socket: Socket, answer: () => void): void {
  let head = '';
  /** Bytes of the body still to come; NaN while its length is not known. */
  let left: number | undefined;
  let tail = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    if (awaited) process.send?.(Date.now());
    awaited = false;
    let body = data;
    if (left === undefined) {
      head += data.toString('latin1');
      const end = head.indexOf(END_OF_HEAD);
      if (end < 0) return;
      const hasBody = head.startsWith('POST ');
      left = hasBody ? Number(/content-length: *(\d+)/i.exec(head.slice(0, end))?.[1] ?? NaN) : 0;
      body = Buffer.from(head.slice(end + END_OF_HEAD.length), 'latin1');
    }
    left -= body.length;
    if (Number.isNaN(left)) tail = Buffer.concat([tail, body]).subarray(-LAST_CHUNK.length);
    if (left > 0 || (Number.isNaN(left) && !tail.equals(LAST_CHUNK))) return;
    head = '';
    left = undefined;
    tail = Buffer.alloc(0);
    answer();
  });
}

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => undefined);
  onRequests(socket, () => {
    uploads += 1;
    const body = JSON.stringify({
      success: true,
      message: 'File uploaded',
      data: {
        id: `file_${uploads.toString(16).padStart(12, '0')}.pdf`,
        purpose: 'payment_evidence',
        mimeType: 'application/pdf',
        uploadedAt: new Date().toISOString(),
      },
    });
    socket.write(
      `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\nx-request-id: req_${uploads}\r\n` +
        `content-length: ${body.length}\r\nconnection: keep-alive\r\n\r\n${body}`,
    );
  });
});

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
  awaited = true;
});
process.on('disconnect', () => process.exit());
