import type * as vscode from 'vscode';
import { readReference } from '../../../httpFiles/format/answers';
import type { HttpFile, Span } from '../../../httpFiles/format/parse/model';

/** A name of a variable, a prompt or a request, where it is defined or used. */
export interface Occurrence {
  readonly name: string;
  readonly span: Span;
  readonly isDefinition: boolean;
}

/** Every name in a file with its place. A value of an answer counts as a use of the name of its request. */
function occurrences({ variables, requests, placeholders }: HttpFile): Occurrence[] {
  const defined = (name: string, span: Span): Occurrence => ({ name, span, isDefinition: true });
  return [
    ...variables.map(({ name, nameSpan }) => defined(name, nameSpan)),
    ...requests.flatMap(({ prompts }) => prompts.map(({ name, nameSpan }) => defined(name, nameSpan))),
    ...requests.flatMap(({ name, nameSpan }) =>
      name === undefined || nameSpan === undefined ? [] : [defined(name, nameSpan)],
    ),
    ...placeholders.map(({ expression, span }): Occurrence => {
      const name = readReference(expression)?.request ?? expression;
      return { name, span: { ...span, end: span.start + name.length }, isDefinition: false };
    }),
  ];
}

/** The name at a place; anywhere in `{{…}}` counts. */
export function nameAt(file: HttpFile, { line, character }: vscode.Position): Occurrence | undefined {
  return occurrences(file).find(
    ({ span }) => span.line === line && span.start <= character && character <= span.end,
  );
}

/** Where a name is defined and used. */
export function occurrencesOf(file: HttpFile, name: string): Occurrence[] {
  return occurrences(file).filter((each) => each.name === name);
}
