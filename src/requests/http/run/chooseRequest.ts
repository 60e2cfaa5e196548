import * as vscode from 'vscode';
import { NotFoundError } from '../../../api/model/errors';
import { refuse } from '../../../commands/arguments';
import { plainText } from '../../../util/plainText';
import type { HttpFile, HttpRequest } from '../../../httpFiles/format/parse/model';

/** What a request is called: its name, its title, or what it does. */
export function titleOf({ name, title, method, url }: HttpRequest): string {
  return name ?? title ?? plainText(`${method} ${url}`, 100);
}

/**
 * The request of that name, at that line, or the first.
 * @param line counted from 0
 * @throws PreflightError for what is no name or line; NotFoundError when there is no such request
 */
export function chooseRequest(file: HttpFile, name: unknown, line: unknown): HttpRequest {
  const { requests } = file;
  if (name !== undefined && typeof name !== 'string') {
    throw refuse(vscode.l10n.t('The name of a request must be text. Nothing was sent.'));
  }
  if (line !== undefined && !(Number.isInteger(line) && Number(line) >= 0)) {
    throw refuse(vscode.l10n.t('A line is a whole number, counted from 0. Nothing was sent.'));
  }
  if (name !== undefined) {
    const found =
      requests.find((request) => request.name === name) ?? requests.find((request) => request.title === name);
    if (found !== undefined) return found;
    throw nothingFound(
      vscode.l10n.t('This file has no request named {0}. Nothing was sent.', plainText(name, 100)),
    );
  }
  if (line === undefined) {
    const [first] = requests;
    if (first === undefined) throw noRequest();
    return first;
  }
  const found = requests.findLast(({ firstLine }) => firstLine <= Number(line));
  if (found !== undefined && Number(line) < found.endLine) return found;
  throw nothingFound(
    vscode.l10n.t('There is no request at line {0}, counted from 0. Nothing was sent.', Number(line)),
  );
}

/** The refusal of a file without a request. */
export function noRequest() {
  return refuse(vscode.l10n.t('This file holds no request. Nothing was sent.'));
}

function nothingFound(message: string): NotFoundError {
  return new NotFoundError({ message });
}
