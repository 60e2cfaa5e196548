import type { ApiOperation, OperationAnswer, OperationHeader } from '../../api/model/operations';
import { isRead } from '../../api/rules/methods';
import { t } from '../../util/text';
import type { Located } from '../model/description';
import { PATH_METHODS } from '../model/pathMethods';
import { isOn, part, partBehind, partsOfValue, textOf } from '../resolve/parts';
import { follow } from '../resolve/references';
import { bodyOf, contentsOf, oldContents } from './contents';
import { describedText, shownText, type DocumentContext } from './context';
import { parametersOf, rawParameters, schemaOf } from './parameters';
import { securityOf } from './security';

/** The operations of a document, in its order. What is broken is reported and left out. */
export function operationsOf(
  context: DocumentContext,
  source: string,
  lineOf: (way: readonly string[]) => number,
): ApiOperation[] {
  const rows = new Map<string, ApiOperation>();
  for (const [path, item] of partsOfValue(part(context.root, 'paths'))) {
    if (path.startsWith('x-')) continue;
    if (!path.startsWith('/')) {
      context.remark(t('The path {0} does not begin with a slash.', path), item.at);
      continue;
    }
    // Fields beside a reference of a path add to what it names.
    const holders = [item, follow(context.resolver, item)];
    for (const name of PATH_METHODS) {
      const written = holders.map((holder) => part(holder, name)).find((each) => each !== undefined);
      if (written === undefined) continue;
      // Some keep an operation in a file of its own.
      const operation = follow(context.resolver, written) ?? written;
      const method = name.toUpperCase();
      const key = `${method} ${path.replace(/^\/v1(?=\/)/, '').replace(/\{[^{}]*\}/g, '{}')}`;
      const called = `${method} ${path}`;
      if (typeof operation.value !== 'object' || operation.value === null) {
        context.remark(t('{0} is no operation.', called), operation.at);
      } else if (rows.has(key)) {
        context.remark(t('{0} is there twice. The first one counts.', called), operation.at);
      } else {
        rows.set(key, {
          ...rowOf(context, path, method, operation, holders, source),
          line: lineOf(['paths', path, name]),
        });
      }
    }
  }
  if (rows.size === 0) context.remark(t('No operations are described.'), context.root.at);
  return [...rows.values()];
}

function rowOf(
  context: DocumentContext,
  path: string,
  method: string,
  operation: Located,
  holders: readonly (Located | undefined)[],
  source: string,
): ApiOperation {
  const called = `${method} ${path}`;
  const raw = rawParameters([operation, ...holders], context.resolver);
  const operationId = textOf(operation, 'operationId');
  const description = describedText(textOf(operation, 'description'));
  const summary = describedText(textOf(operation, 'summary'), 200) ?? shownText(description, 100);
  // OpenAPI ignores the body of a read, and none is sent with one.
  const body = isRead(method) ? undefined : bodyOf(operation, raw, context);
  const security = securityOf(operation, context);
  const tags = partsOfValue(part(operation, 'tags')).flatMap(([, { value }]) =>
    typeof value === 'string' ? (shownText(value, 100) ?? []) : [],
  );
  return {
    id: operationId ?? called,
    method,
    path,
    service: 'api',
    summary: summary ?? '',
    tags,
    parameters: parametersOf(raw, path, called, context),
    answers: answersOf(context, operation),
    source,
    ...(body && { body }),
    ...(operationId !== undefined && { operationId }),
    ...(description !== undefined && { description }),
    ...(isOn(operation, 'deprecated') && { deprecated: true }),
    ...(security !== undefined && { security }),
  };
}

function answersOf({ resolver, root }: DocumentContext, operation: Located): OperationAnswer[] {
  return partsOfValue(part(operation, 'responses')).flatMap(([status, written]) => {
    if (!/^(?:default|[1-5](?:\d\d|XX))$/i.test(status)) return [];
    // Where its reference leads nowhere, the status is described all the same.
    const answer = follow(resolver, written) ?? written;
    const description = describedText(textOf(answer, 'description'), 200);
    const contents = resolver.dialect === '2.0' ? oldContents(answer, operation, root) : contentsOf(answer);
    const headers = partsOfValue(part(answer, 'headers')).flatMap(([name]): OperationHeader[] => {
      const header = partBehind(part(answer, 'headers'), name, resolver);
      if (header === undefined || name.toLowerCase() === 'content-type') return [];
      const schema = schemaOf(header, resolver);
      const required = isOn(header, 'required');
      return [{ name, required, at: header.at, ...(schema && { schema: { $ref: schema.at } }) }];
    });
    return [
      {
        status: status === 'default' ? status : status.toUpperCase(),
        at: answer.at,
        contents,
        ...(headers.length > 0 && { headers }),
        ...(description !== undefined && { description }),
      },
    ];
  });
}
