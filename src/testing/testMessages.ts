import * as vscode from 'vscode';
import { describeVerdict } from '../httpFiles/run/verdicts';
import type { ExpectationOutcome } from '../api/model/errors';
import type { HttpRequest } from '../httpFiles/format/parse/model';
import { commandUri } from '../commands/execute';
import { plainText } from '../util/plainText';
import { t } from '../util/text';

/** What failed of a request: each expectation at its line with what was seen, and the way to the exchange. */
export function failedMessages(
  uri: vscode.Uri,
  { expectations, line }: HttpRequest,
  verdicts: readonly ExpectationOutcome[],
  exchangeId: string | undefined,
): vscode.TestMessage[] {
  const failed = verdicts.filter(({ ok }) => !ok);
  const messages = failed.map((verdict) => {
    const expectation = expectations.find((each) => each.line === verdict.line);
    const text = `${plainText(verdict.text, 200)}: ${describeVerdict(verdict)}`;
    // The editor writes "seen != expected" for a difference: not for other predicates, and not beside nothing.
    const message =
      verdict.actual === undefined || expectation?.predicate !== '=='
        ? new vscode.TestMessage(text)
        : vscode.TestMessage.diff(text, expectation.right, verdict.actual);
    message.location = new vscode.Location(uri, new vscode.Position(verdict.line, 0));
    return message;
  });
  return [...messages, ...linkTo(exchangeId, uri, line)];
}

/** Why a request was not answered, or not as it should be. */
export function errorMessages(
  uri: vscode.Uri,
  { line }: HttpRequest,
  message: string,
  exchangeId: string | undefined,
): vscode.TestMessage[] {
  const said = new vscode.TestMessage(message);
  said.location = new vscode.Location(uri, new vscode.Position(line, 0));
  return [said, ...linkTo(exchangeId, uri, line)];
}

function linkTo(exchangeId: string | undefined, uri: vscode.Uri, line: number): vscode.TestMessage[] {
  if (exchangeId === undefined) return [];
  const target = commandUri('showExchange', exchangeId).toString();
  const link = new vscode.MarkdownString(`[${t('Show the request and its answer')}](${target})`);
  link.isTrusted = { enabledCommands: ['paymentsApi.showExchange'] };
  const message = new vscode.TestMessage(link);
  message.location = new vscode.Location(uri, new vscode.Position(line, 0));
  return [message];
}
