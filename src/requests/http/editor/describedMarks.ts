import { findNodeAtLocation } from 'jsonc-parser';
import * as vscode from 'vscode';
import type { MockRequest, RequestFault } from '../../../descriptions/mock/checkRequest';
import { NOT_KNOWN } from '../../../httpFiles/format/check';
import type { HttpRequest, Span } from '../../../httpFiles/format/parse/model';
import { plainText } from '../../../util/plainText';
import { partAt } from '../../checks/differencePlaces';
import { markAt, warningOf } from '../../checks/marks';
import { bodyTypeOf, describedRequest, type DescribedRequest, type FileAround } from './describedRequest';
import type { EditingProviders } from './editingSources';
import { jsonBodyOf, type JsonBody } from './jsonBody';
import { rangeOf } from './fieldText';
import { pairName, pathValues, urlParts } from './requestParts';
import { treeOf } from '../../../httpFiles/format/parse/jsonTree';
import { t } from '../../../util/text';

/** Methods that a description mostly leaves out. */
const ASIDE = new Set(['HEAD', 'OPTIONS']);

/**
 * What descriptions do not allow in the requests of a file. Nothing of it keeps a request from being sent.
 * @param others marks that are there already, of which one in a place is enough
 */
export async function describedMarks(
  around: FileAround,
  operations: EditingProviders,
  others: readonly vscode.Diagnostic[],
): Promise<vscode.Diagnostic[]> {
  const marks = around.file.requests.map(async (request) => {
    const described = describedRequest(around, request, operations);
    if (described === undefined) return [];
    const { operation } = described;
    if (operation === undefined) return unknownMark(described, operations);
    const json = jsonBodyOf(request, described.known);
    const faults = await operations.ask('checkRequest', operation, asSent(described, json));
    // A file is sent with a type if it holds JSON, and is not read for this.
    const isTypeKnown = request.body.kind !== 'file' || bodyTypeOf(described) !== '';
    return (faults ?? []).flatMap((fault) => {
      const span = placeOf(fault, described, around.lineAt, json);
      if (span === undefined || (fault.code === 'content_type' && !isTypeKnown)) return [];
      return [warningOf(rangeOf(span), `${fault.fieldName}: ${fault.message}`, 'does-not-fit', operation)];
    });
  });
  const isMarked = ({ range }: vscode.Diagnostic) => others.some((other) => other.range.intersection(range));
  return (await Promise.all(marks)).flat().filter((mark) => !isMarked(mark));
}

function unknownMark(
  { request, target }: DescribedRequest,
  { hasAdded }: EditingProviders,
): vscode.Diagnostic[] {
  const { method, urlSpan } = request;
  if (!hasAdded() || ASIDE.has(method) || target.path.includes(NOT_KNOWN)) return [];
  const name = plainText(`${method} ${target.path}`, 200);
  const message = t('No operation {0} is known.', name);
  return [markAt(rangeOf(urlSpan), message, vscode.DiagnosticSeverity.Information, 'unknown-operation')];
}

/** The request as a description checks it. */
function asSent(described: DescribedRequest, json: JsonBody | undefined): MockRequest {
  const { request, target, known } = described;
  const { method, headers, body } = request;
  const sent = headers.map(({ name, value }) => [name.toLowerCase(), known(value)] as const);
  const isTyped = sent.some(([name]) => name === 'content-type');
  const form = () => known(body.lines.map(({ text }) => text.trim()).join(''));
  return {
    method,
    path: target.path,
    query: target.query.slice(1),
    headers: isTyped ? sent : [...sent, ['content-type', bodyTypeOf(described)]],
    body: json?.known ?? (body.kind === 'form' ? form() : ''),
    // There is a body, whose parts are not looked at.
    ...(isUnread(described, json) && { parts: [] }),
  };
}

function isUnread({ request: { body } }: DescribedRequest, json: JsonBody | undefined): boolean {
  return body.kind !== 'empty' && body.kind !== 'form' && json === undefined;
}

/** Whether a pair gives what has this name, or a part of it. */
function isOf(name: string | number | undefined, pair: string): boolean {
  const given = pairName(pair);
  return given === name || given.startsWith(`${name}[`);
}

/**
 * Finds in a request what a fault is about.
 * @returns undefined where what is there is not known before it is sent
 */
function placeOf(
  fault: RequestFault,
  described: DescribedRequest,
  lineAt: FileAround['lineAt'],
  json: JsonBody | undefined,
): Span | undefined {
  const { request, operation, known } = described;
  const isKnown: IsKnown = (text) => !known(text).includes(NOT_KNOWN);
  /** The address stands for what is not there. */
  const knownPlace = (part: { readonly text: string; readonly span: Span } | undefined) => {
    if (part === undefined) return request.urlSpan;
    return isKnown(part.text) ? part.span : undefined;
  };
  if (fault.in === 'body')
    return isUnread(described, json) ? undefined : placeInBody(fault, request, json, isKnown);
  const { segments, pairs } = urlParts(request, lineAt);
  if (fault.in === 'path') return knownPlace(pathValues(operation?.path ?? '', segments).get(fault.name));
  if (fault.in === 'query') {
    // What is not known may be more of the query.
    const isMissing = fault.code === 'required' && fault.path.length === 0;
    if (isMissing && pairs.some(({ text }) => !text.includes('=') && !isKnown(text))) return undefined;
    return knownPlace(pairs.find(({ text }) => isOf(fault.name, text)));
  }
  const header = request.headers.find(({ name }) => name.toLowerCase() === fault.name.toLowerCase());
  return knownPlace(header && { text: header.value, span: header.valueSpan });
}

type IsKnown = (text: string) => boolean;

function placeInBody(
  { path, code }: RequestFault,
  { body, urlSpan }: HttpRequest,
  json: JsonBody | undefined,
  isKnown: IsKnown,
): Span | undefined {
  const [first] = body.lines;
  if (first === undefined) return urlSpan;
  const tree = json && treeOf(json.masked);
  if (json !== undefined && tree !== undefined && code !== 'json') {
    const value = findNodeAtLocation(tree, [...path]);
    if (value !== undefined && !isKnown(json.text.slice(value.offset, value.offset + value.length)))
      return undefined;
    const { offset, length } = partAt(tree, path, { offset: tree.offset, length: 1 });
    return json.spanOf(offset, length);
  }
  const { text, line } = body.lines.find((each) => isOf(path[0], each.text.replace(/^\s*&/, ''))) ?? first;
  if (!isKnown(code === 'json' ? (json?.text ?? '') : text)) return undefined;
  return { line, start: text.length - text.trimStart().length, end: text.length };
}
