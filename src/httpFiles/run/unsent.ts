import { extname } from 'node:path';
import * as vscode from 'vscode';
import type { Exchange, RequestBody } from '../../api/model/exchange';
import { FILE_TYPES } from '../../api/rules/limits';
import { refuse } from '../../commands/arguments';
import type { Reachable } from '../../services/connections';
import { OPERATIONS } from '../../api/model/operations';
import { addressOf, type RequestPlan } from '../../api/model/requestPlan';
import type { BuiltRequest } from '../format/build';
import type { Prepared } from './fileRun';
import { t } from '../../util/text';

/**
 * A request of a file as an exchange that was never made, for code that sends the same.
 * @param attached the file of an upload
 * @throws PreflightError when its body comes from files and is no upload: code would send something else
 */
export function unsentExchange(
  { built, plan, upload }: Prepared,
  { id, type, addresses }: Reachable,
  attached?: vscode.Uri,
): Exchange {
  const { method, path: target, service } = OPERATIONS.uploadFile;
  const url = addressOf(plan ?? { service, target }, addresses);
  const body = plan !== undefined ? textOf(plan) : multipartOf(upload, attached);
  return {
    id: '',
    environment: id,
    environmentType: type,
    operation: upload === undefined ? 'request' : 'uploadFile',
    method: plan?.method ?? method,
    url,
    path: url.replace(/^[a-z]+:\/\/[^/?#]*/, ''),
    startedAt: Date.now(),
    durationMs: 0,
    // Only that there is one: generated code names the key by a placeholder.
    request: {
      headers: [['Authorization', ''], ...(plan ?? built).headers],
      made: 1,
      ...(body !== undefined && { body }),
    },
    attempts: [],
    outcome: 'cancelled',
  };
}

function textOf({ body }: RequestPlan): RequestBody | undefined {
  if (body === undefined) return undefined;
  if (body.kept === undefined) return { kind: 'json', text: Buffer.from(body.bytes).toString() };
  throw refuse(
    t('The body of this request comes from files, so it cannot be copied as code. Nothing was copied.'),
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
