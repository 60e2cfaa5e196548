import * as vscode from 'vscode';
import { invalidArgument } from '../api/model/errors';
import { isBuiltIn, type ApiOperation } from '../api/model/operations';
import { environmentOf, optionsOf } from '../commands/arguments';
import type { Handlers } from '../commands/commands';
import { commandTitle } from '../commands/titles';
import type { RequestSample } from '../descriptions/sample/requestOf';
import { writeOperation } from '../httpFiles/format/writeOperation';
import { openHttpText } from '../httpFiles/openHttpText';
import type { Descriptions } from '../services/descriptions/descriptions';
import type { Services } from '../services/services';
import { readOperation } from './readOperation';
import { literal, plainText } from '../util/plainText';
import { findInWorkspace } from '../ui/documents/findInWorkspace';
import { pickOne } from '../ui/questions/answered';
import { t } from '../util/text';

/** How many operations `findOperations` gives unless it is called with a limit. */
const FOUND = 50;

/** The commands about operations: finding one, and writing a request for it. */
export function createOperationCommands({
  context,
  environments,
  operations,
  descriptions,
  storage,
}: Services) {
  const newRequest: Handlers['newRequest'] = async (given, options) => {
    const { reveal } = optionsOf(options);
    await descriptions.ready();
    const environment = environments.get(environmentOf(options));
    const operation =
      given === undefined ? await pickOperation(operations.find('')) : readOperation(operations, given);
    const fileId = (await storage.ifUsed())?.files.list({
      environment: environment.id,
      states: ['uploaded'],
      limit: 1,
    }).items[0]?.fileId;
    const sample = await sampleOperation(descriptions, operation);
    const text = writeOperation(operation, sample, { fileId, file: await someFile(operation) });
    if (reveal !== false) await openHttpText(context, operation, text);
    return { data: { text } };
  };

  return {
    newRequest,

    async findOperations(query, options) {
      const limit = optionsOf(options)['limit'] ?? FOUND;
      if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1) {
        throw invalidArgument('limit', 'number >= 1');
      }
      if (query !== undefined && typeof query !== 'string') throw invalidArgument('query', 'string');
      await descriptions.ready();
      if (query !== undefined) return { data: operations.find(query).slice(0, limit).map(rowOf) };
      const operation = await pickOperation(operations.find(''));
      const { method, path, source } = operation;
      await newRequest({ method, path, source });
      return { data: [rowOf(operation)] };
    },
  } satisfies Partial<Handlers>;
}

function rowOf(operation: ApiOperation) {
  const { id, method, path, summary, tags, source, deprecated = false } = operation;
  const operationId = source === 'documented' ? id : operation.operationId;
  return {
    method,
    path,
    ...(summary !== '' && { summary }),
    ...(operationId !== undefined && { operationId }),
    tags,
    source,
    deprecated,
  };
}

function pickOperation(operations: readonly ApiOperation[]): Promise<ApiOperation> {
  const items = operations.map((operation) => ({
    label: literal(plainText(`${operation.method} ${operation.path}`, 200)),
    description: literal(operation.summary),
    value: operation,
  }));
  return pickOne(items, {
    title: commandTitle('newRequest'),
    placeHolder: t('Choose an operation'),
    matchOnDescription: true,
  });
}

/** A file of the workspace's folder that can be uploaded, as a new request there names it. */
async function someFile({ body }: ApiOperation): Promise<string | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (body?.contentType !== 'multipart/form-data' || folder === undefined) return undefined;
  const pattern = new vscode.RelativePattern(folder, '*.{pdf,png,jpg,jpeg,docx}');
  const [file] = (await findInWorkspace(pattern, undefined, 1)) ?? [];
  return file && `./${file.path.split('/').at(-1) ?? ''}`;
}

/** What a new request of an operation is filled in with; only names where its description gives nothing in time. */
async function sampleOperation(
  { worker, documented }: Pick<Descriptions, 'worker' | 'documented'>,
  operation: ApiOperation,
): Promise<RequestSample> {
  const { source, method, path } = operation;
  const key = { source, method, path };
  if (isBuiltIn(operation)) return (await documented.get()).sample(key);
  try {
    return await worker.run('sample', key);
  } catch {
    return bare(operation);
  }
}

function bare({ parameters }: ApiOperation): RequestSample {
  const path = parameters.filter((parameter) => parameter.in === 'path');
  return { path: path.map(({ name }) => ({ name, value: `{${name}}` })), query: '', headers: [] };
}
