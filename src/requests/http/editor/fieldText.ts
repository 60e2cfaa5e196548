import * as vscode from 'vscode';
import type { DescribedField } from '../../../descriptions/document/fields';
import type { Span } from '../../../httpFiles/format/parse/model';
import { plainText } from '../../../util/plainText';
import { present, t } from '../../../util/text';
import { within } from '../../../util/async';

/** How long one waits for a description while typing, in milliseconds. */
const PATIENCE = 300;
const SHOWN = 10;

/** What a parameter or a field is, as plain text: descriptions come from elsewhere. */
export function fieldText({
  name,
  type,
  required,
  deprecated,
  about,
  values,
}: DescribedField): vscode.MarkdownString {
  const facts = present(name, type, required && t('required'), deprecated && t('deprecated'));
  const shown = values.slice(0, SHOWN).join(', ') + (values.length > SHOWN ? ', …' : '');
  const lines = present(facts.join(' · '), about, shown);
  return new vscode.MarkdownString().appendText(lines.map((line) => plainText(line, 500)).join('\n'));
}

/** What is there soon; undefined where it takes longer, as while a large document is read. */
export function soon<T>(work: Promise<T>): Promise<T | undefined> {
  return within(PATIENCE, work);
}

/** A place in a file as the editor has it. */
export function rangeOf({ line, start, end }: Span): vscode.Range {
  return new vscode.Range(line, start, line, end);
}
