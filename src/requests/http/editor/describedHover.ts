import { findNodeAtLocation, type Node } from 'jsonc-parser';
import * as vscode from 'vscode';
import type { DescribedField } from '../../../descriptions/document/fields';
import type { Span } from '../../../httpFiles/format/parse/model';
import { bodyTypeOf, type DescribedRequest, type FileAround } from './describedRequest';
import type { EditingProviders } from './editingSources';
import { fieldText, rangeOf, soon } from './fieldText';
import { jsonBodyOf } from './jsonBody';
import { pairName, pathValues, urlParts } from './requestParts';
import { locationIn, treeOf } from '../../../httpFiles/format/parse/jsonTree';

/** What a description says of the parameter or field at a place. */
export async function describedHover(
  { lineAt }: FileAround,
  described: DescribedRequest,
  position: vscode.Position,
  { ask }: EditingProviders,
): Promise<vscode.Hover | undefined> {
  const { request, operation } = described;
  if (operation === undefined) return undefined;
  const isHere = ({ line, start, end }: Span) =>
    line === position.line && start <= position.character && position.character <= end;
  const { segments, pairs } = urlParts(request, lineAt);
  const [name, segment] =
    [...pathValues(operation.path, segments)].find(([, { span }]) => isHere(span)) ?? [];
  const pair = pairs.find(({ span }) => isHere(span));
  const header = request.headers.find(({ nameSpan, valueSpan }) =>
    isHere({ ...nameSpan, end: Math.max(nameSpan.end, valueSpan.end) }),
  );
  const isMeant = (field: DescribedField) =>
    (field.in === 'path' && field.name === name) ||
    (field.in === 'query' && pair !== undefined && field.name === pairName(pair.text)) ||
    (field.in === 'header' && field.name.toLowerCase() === header?.name.toLowerCase());
  const span = segment?.span ?? pair?.span ?? header?.nameSpan;
  if (span === undefined) return hoverBody(described, position, ask);
  const field = (await soon(ask('parameters', operation)))?.find(isMeant);
  return field && new vscode.Hover(fieldText(field), rangeOf(span));
}

async function hoverBody(
  described: DescribedRequest,
  position: vscode.Position,
  ask: EditingProviders['ask'],
): Promise<vscode.Hover | undefined> {
  const { request, operation, known } = described;
  const body = jsonBodyOf(request, known);
  const offset = body?.offsetOf(position.line, position.character);
  if (operation?.body === undefined || body === undefined || offset === undefined) return undefined;
  const path = locationIn(body.masked, offset)?.path ?? [];
  const tree = treeOf(body.masked);
  const property = tree && findNodeAtLocation(tree, path)?.parent;
  if (property?.type !== 'property' || !isAt(property, offset)) return undefined;
  const part = await soon(ask('bodyPart', operation, bodyTypeOf(described), path.slice(0, -1)));
  const field = part?.fields.find(({ name }) => name === path.at(-1));
  const span = body.spanOf(property.offset, property.length);
  return field && new vscode.Hover(fieldText(field), rangeOf(span));
}

function isAt({ offset, length }: Node, place: number): boolean {
  return offset <= place && place <= offset + length;
}
