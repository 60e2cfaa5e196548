import * as vscode from 'vscode';
import { describeVerdict } from '../httpFiles/run/verdicts';
import type { ExpectationOutcome } from '../api/model/errors';
import type { Expectation, HttpRequest } from '../httpFiles/format/parse/model';
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
    const expected = expectation === undefined ? verdict.text : expectedBy(expectation);
    // Beside nothing, the editor would show an empty text.
    const message =
      verdict.actual === undefined
        ? new vscode.TestMessage(text)
        : vscode.TestMessage.diff(text, expected, verdict.actual);
    message.location = new vscode.Location(uri, new vscode.Position(verdict.line, 0));
    return message;
  });
  const link = exchangeId === undefined ? [] : [linkTo(exchangeId, uri, line)];
  return [...messages, ...link];
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
  return [said, ...(exchangeId === undefined ? [] : [linkTo(exchangeId, uri, line)])];
}

function expectedBy({ text, span, predicate, predicateSpan, right }: Expectation): string {
  return predicate === '==' ? right : text.slice(predicateSpan.start - span.start);
}

function linkTo(exchangeId: string, uri: vscode.Uri, line: number): vscode.TestMessage {
  const target = `command:paymentsApi.showExchange?${encodeURIComponent(JSON.stringify([exchangeId]))}`;
  const link = new vscode.MarkdownString(`[${t('Show the request and its answer')}](${target})`);
  link.isTrusted = { enabledCommands: ['paymentsApi.showExchange'] };
  const message = new vscode.TestMessage(link);
  message.location = new vscode.Location(uri, new vscode.Position(line, 0));
  return message;
}
