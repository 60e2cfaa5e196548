/** What the sandbox's tests share: servers that are ended by themselves, documents, requests and raw sockets. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalSandbox, type LocalSandbox, type LocalSandboxOptions } from '../../../src/sandbox';
import type { fileDetails as detailsOf } from '../../../src/sandbox/server/data/links';
import { officeParts, zip } from '../fileTypes/zips';

const cleanups: (() => unknown)[] = [];

/** Call in `afterEach`: ends every server and removes every folder that the test made. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

/** Runs `cleanup` after the test. */
export function later(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
  later(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function start(options: Partial<LocalSandboxOptions> = {}): Promise<LocalSandbox> {
  const sandbox = await startLocalSandbox({ file: ':memory:', ...options });
  later(() => sandbox.close());
  return sandbox;
}

/** A test with a sandbox of its own. */
export function inSandbox(title: string, test: (sandbox: LocalSandbox) => Promise<void>): void {
  it(title, async () => test(await start()));
}

/** As much of a sandbox as requests need. */
export type Served = Pick<LocalSandbox, 'apiUrl' | 'apiKey'>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { success: boolean; code?: string; message: string; data: unknown };
}

/** A request with the key; `path` is relative to the API address. Its answer says in words what it is. */
export async function call(sandbox: Served, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetchRaw(sandbox, path, init);
  const body = (await response.json()) as Answer['body'];
  assert.match(body.message, /\w/);
  if (!body.success) assert.match(String(body.code), /\w/);
  if (Array.isArray(body.data)) {
    const messages = (body.data as { message: string }[]).map(({ message }) => message);
    assert.ok(messages.every((message) => message !== ''));
    assert.equal(body.message, messages.join(' '));
  }
  return { status: response.status, headers: response.headers, body };
}

export function fetchRaw(sandbox: Served, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `ApiKey ${sandbox.apiKey}`, ...(init.headers as Record<string, string>) };
  return fetch(sandbox.apiUrl + path, { ...init, headers });
}

export function postJson(sandbox: Served, path: string, value: unknown, method = 'POST'): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return call(sandbox, path, { method, headers, body: JSON.stringify(value) });
}

export interface Upload {
  readonly name?: string;
  readonly content?: Uint8Array<ArrayBuffer>;
  readonly purpose?: string;
}

export function uploadForm({
  name = 'invoice.pdf',
  content = pdf(),
  purpose = 'payment_evidence',
}: Upload = {}) {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  form.append('purpose', purpose);
  return form;
}

export function upload(sandbox: Served, what: Upload = {}): Promise<Answer> {
  return call(sandbox, '/files/upload', { method: 'POST', body: uploadForm(what) });
}

/** Uploads and returns the id, failing the test when that is refused. */
export async function uploaded(sandbox: Served, what: Upload = {}): Promise<string> {
  const { status, body } = await upload(sandbox, what);
  if (status !== 201) throw new Error(`The upload was answered with ${status}: ${body.message}`);
  return (body.data as { id: string }).id;
}

/** The details of a file, or undefined when it is not known. */
export async function fileDetails(sandbox: Served, id: string): Promise<FileDetails | undefined> {
  const { status, body } = await call(sandbox, `/files/${id}`);
  return status === 200 ? (body.data as FileDetails) : undefined;
}

export type FileDetails = ReturnType<typeof detailsOf>;

/** The detail items of a validation error, as "field: code". */
export function problems(answer: Answer): string[] {
  const { data } = answer.body as { data: { fieldName: string; code: string }[] };
  return Array.isArray(data) ? data.map(({ fieldName, code }) => `${fieldName}: ${code}`) : [];
}

/** Sends bytes as they are, and resolves with everything that came back until the connection ended. */
export function exchangeRaw(port: number, request: string | Buffer, end = true): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      if (end) socket.end(request);
      else socket.write(request);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined); // a reset ends it as well
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

export function pdf(size = 0): Uint8Array<ArrayBuffer> {
  const start = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
  const bytes = new Uint8Array(Math.max(size, start.length)).fill(0x20);
  bytes.set(start);
  return bytes;
}

export function png(): Uint8Array<ArrayBuffer> {
  const head = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk';
  return new Uint8Array(Buffer.from(`${head}+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`, 'base64'));
}

export function jpeg(): Uint8Array<ArrayBuffer> {
  const head = 'ffd8ffe000104a46494600010100000100010000';
  return new Uint8Array(Buffer.from(`${head}ffdb004300${'01'.repeat(64)}ffd9`, 'hex'));
}

export function docx(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zip(officeParts()));
}
