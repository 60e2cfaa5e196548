import { extname } from 'node:path';
import * as vscode from 'vscode';
import type { Exchange, RequestBody } from '../../../api/model/exchange';
import { FILE_TYPES } from '../../../api/rules/limits';
import { refuse } from '../../../commands/arguments';
import type { Reachable } from '../../../services/connections';
import type { BuiltRequest } from '../../../httpFiles/format/build';

/**
 * A request of a file as an exchange that was never made, for code that sends the same.
 * @param attached the file of an upload
 * @throws PreflightError when its body comes from files and is no upload: code would send something else
 */
export function unsentExchange(
  { method, target, headers, content, upload }: BuiltRequest,
  { id, type, addresses }: Reachable,
  attached?: vscode.Uri,
): Exchange {
  const isFile = upload !== undefined || /^\/files(?:\/|$)/.test(target.path);
  const service = target.service ?? (isFile ? 'files' : 'api');
  const base = service === 'files' ? `${addresses.filesUrl}/v1` : addresses.apiUrl;
  const url = base + target.path + target.query;
  const body = upload === undefined ? textOf(content) : multipartOf(upload, attached);
  return {
    id: '',
    environment: id,
    environmentType: type,
    operation: upload === undefined ? 'request' : 'uploadFile',
    method,
    url,
    path: new URL(url).pathname + target.query,
    startedAt: Date.now(),
    durationMs: 0,
    // Only that there is one: generated code names the key by a placeholder.
    request: { headers: [['Authorization', ''], ...headers], ...(body !== undefined && { body }) },
    attempts: [],
    outcome: 'cancelled',
  };
}

function textOf(content: BuiltRequest['content']): RequestBody | undefined {
  if (content === undefined) return undefined;
  if (Buffer.compare(Buffer.from(content.kept), content.bytes) === 0)
    return { kind: 'json', text: content.kept };
  throw refuse(
    vscode.l10n.t(
      'The body of this request comes from files, so it cannot be copied as code. Nothing was copied.',
    ),
  );
}

function multipartOf(
  { file, fileName, purpose }: NonNullable<BuiltRequest['upload']>,
  attached: vscode.Uri | undefined,
): RequestBody {
  const name = fileName ?? file.split(/[/\\]/).at(-1) ?? file;
  const extension = extname(name).toLowerCase();
  const type = Object.values(FILE_TYPES).find(({ extensions }) =>
    extensions.some((each) => each === extension),
  );
  const mimeType = type?.mimeType ?? 'application/octet-stream';
  return {
    kind: 'multipart',
    fields: { purpose },
    file: {
      fieldName: 'file',
      name,
      mimeType,
      size: 0,
      ...(attached !== undefined && { uri: attached.toString() }),
    },
  };
}
