import { Agent, request as httpRequest } from 'node:http';
import axios from 'axios';
import { createUndiciTransport } from '../../../src/api';
import { makeClient } from '../../support/apiClient';
import { readBody } from '../../../src/api/wire/decodeBody';
import { MAX_RESPONSE_BYTES } from '../../../src/api/rules/limits';
import { frameUpload } from '../../../src/api/wire/multipart';
import { MIME_TYPE, PURPOSE } from '../samples';

/** One way to upload a file. Each keeps its connections and reads the answer. */
export interface Uploader {
  readonly name: string;
  upload(content: Buffer<ArrayBuffer>, name: string): Promise<unknown>;
  close(): unknown;
}

export const RAW = 'raw node:http';
export const TRANSPORT = 'our transport alone';
export const OURS = 'PaymentsClient';
const AUTHORIZATION = { authorization: 'ApiKey bench_key_0123456789abcdef' };

/**
 * What everything is measured against: bytes that were framed beforehand, written as one piece, the answer
 * read and thrown away.
 */
export function rawUploader(url: string): Uploader {
  const agent = new Agent({ keepAlive: true });
  const framed = new Map<Buffer, { bytes: Buffer; contentType: string }>();
  const frame = (content: Buffer, name: string) => {
    const body = frameUpload({ content, name, mimeType: MIME_TYPE, purpose: PURPOSE });
    const made = { bytes: Buffer.concat([...body.chunks()]), contentType: body.contentType };
    framed.set(content, made);
    return made;
  };
  return {
    name: RAW,
    upload(content, name) {
      const { bytes, contentType } = framed.get(content) ?? frame(content, name);
      const headers = { ...AUTHORIZATION, 'content-type': contentType, 'content-length': bytes.length };
      return new Promise((resolve, reject) => {
        httpRequest(`${url}/v1/files/upload`, { method: 'POST', agent, headers }, (response) => {
          response.resume().on('end', resolve).on('error', reject);
        })
          .on('error', reject)
          .end(bytes);
      });
    },
    close: () => agent.destroy(),
  };
}

/** The layer that puts a file on the wire and reads the answer, without what the client makes of both. */
export function transportUploader(url: string): Uploader {
  const transport = createUndiciTransport();
  const target = new URL(`${url}/v1/files/upload`);
  const { signal } = new AbortController();
  return {
    name: TRANSPORT,
    async upload(content, name) {
      const body = frameUpload({ content, name, mimeType: MIME_TYPE, purpose: PURPOSE });
      const headers: [string, string][] = [
        ['authorization', AUTHORIZATION.authorization],
        ['content-type', body.contentType],
      ];
      const response = await transport.send({ method: 'POST', url: target, headers, body, signal }, {});
      const bytes = await readBody(response, MAX_RESPONSE_BYTES);
      return JSON.parse(Buffer.from(bytes).toString()) as unknown;
    },
    close: () => transport.close(),
  };
}

/** Ours: with preflight, deadline, exchange and redaction, as every upload of the extension has them. */
export function ownUploader(url: string): Uploader {
  const test = makeClient(url, createUndiciTransport(), { onExchange: () => undefined });
  return {
    name: OURS,
    upload: (content, name) =>
      test.client.uploadFile({ content, name, mimeType: MIME_TYPE, purpose: PURPOSE }),
    close: () => test[Symbol.asyncDispose](),
  };
}

/** What most programs send with, with the FormData of Node. */
export function peers(url: string): Uploader[] {
  const target = `${url}/v1/files/upload`;
  const agent = new Agent({ keepAlive: true });
  return [
    {
      name: 'global fetch',
      async upload(content, name) {
        const body = fill(new FormData(), content, name);
        const response = await fetch(target, { method: 'POST', headers: AUTHORIZATION, body });
        return response.json();
      },
      close: () => undefined,
    },
    {
      name: 'axios',
      upload: (content, name) =>
        axios.post(target, fill(new FormData(), content, name), {
          httpAgent: agent,
          headers: AUTHORIZATION,
          maxBodyLength: Infinity,
        }),
      close: () => agent.destroy(),
    },
  ];
}

function fill(form: FormData, content: Buffer<ArrayBuffer>, name: string): FormData {
  form.set('purpose', PURPOSE);
  form.set('file', new Blob([content], { type: MIME_TYPE }), name);
  return form;
}
