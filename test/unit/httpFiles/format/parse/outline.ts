import type {
  BodyLine,
  HttpFile,
  HttpRequest,
  Problem,
  Span,
} from '../../../../../src/httpFiles/format/parse/model';
import { parseHttpFile } from '../../../../../src/httpFiles/format/parse/parse';

/**
 * Everything that is read of a text, a line each; what a place covers is in « ». Of a body, the numbers of its lines. The places of a method and of an address
 * are left out where they are those of the same texts in the line of the request.
 */
export function outline(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  const at = ({ line, start, end }: Span) => `${line} «${lines[line]?.slice(start, end)}»`;
  const problem = ({ code, args, span, blocks }: Problem) =>
    `${blocks ? '!' : '?'} ${[code, ...args].join(' ')} ${at(span)}`;
  const placesIn = ({ line, method, methodSpan, url, urlSpan }: HttpRequest): string[] => {
    const places = `${methodSpan === undefined ? 'no method' : at(methodSpan)} ${at(urlSpan)}`;
    return places === `${line} «${method}» ${line} «${url}»` ? [] : [`  ${places}`];
  };
  const bodyLine = ({ text: written, line }: BodyLine) =>
    written === lines[line] ? String(line) : `${line} ${written}`;
  const request = (each: HttpRequest): string[] => [
    `request ${each.firstLine}, ${each.line} to ${each.lastLine}, next ${each.endLine}: ${each.method} ${each.url}`,
    ...placesIn(each),
    ...(each.title === undefined ? [] : [`  title ${each.title}.`]),
    ...(each.name === undefined ? [] : [`  name ${each.name}. ${each.nameSpan ? at(each.nameSpan) : ''}`]),
    ...each.headers.map(
      (header) => `  ${header.name}: ${header.value}. ${at(header.nameSpan)} ${at(header.valueSpan)}`,
    ),
    ...each.prompts.map(
      ({ name, description, nameSpan }) => `  prompt ${name} (${description}) ${at(nameSpan)}`,
    ),
    ...each.expectations.map(
      (one) =>
        `  ${one.text} = ${JSON.stringify(one.subject)} ${one.predicate} ${one.right}. ${one.line} ${[one.span, one.subjectSpan, one.predicateSpan].map(at).join(' ')}`,
    ),
    ...(each.body.kind === 'empty'
      ? []
      : [`  ${[each.body.kind, ...each.body.lines.map(bodyLine)].join(' ')}`]),
    ...each.problems.map((one) => `  ${problem(one)}`),
  ];
  const file: HttpFile = parseHttpFile(text);
  return [
    ...file.variables.map(
      ({ name, value, nameSpan, valueSpan }) => `@${name}=${value}. ${at(nameSpan)} ${at(valueSpan)}`,
    ),
    ...file.placeholders.map(({ expression, span }) => `{{${expression}}} ${at(span)}`),
    ...file.problems.map(problem),
    ...file.requests.flatMap(request),
  ];
}
