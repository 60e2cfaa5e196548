import * as vscode from 'vscode';
import { PreflightError } from '../../api/errors';
import { plainText } from '../../util/plainText';
import type { ProblemCode } from './format/model';

/** A problem as a person reads it: what it is and what to do. */
export function problemText(code: ProblemCode, args: readonly string[]): string {
  const [first = '', second = ''] = args.map((text) => plainText(text, 200));
  switch (code) {
    case 'unsupported-method':
      return vscode.l10n.t('Requests of type {0} are not supported here.', first);
    case 'unsupported-version':
      return vscode.l10n.t('{0} is not supported here. Use HTTP/1.1, or leave it out.', first);
    case 'unsupported-script':
      return vscode.l10n.t('Scripts are not run here, so this request cannot be sent.');
    case 'unsupported-response-script':
      return vscode.l10n.t('What is done with the answer is not supported here and has no effect.');
    case 'unsupported-directive':
      return vscode.l10n.t('@{0} is not supported here, so this request cannot be sent.', first);
    case 'unknown-directive':
      return vscode.l10n.t('@{0} is not known here and has no effect.', first);
    case 'ignored-directive':
      return vscode.l10n.t('@{0} is not supported here and has no effect.', first);
    case 'unsupported-import':
      return vscode.l10n.t('Other files are not imported or run here.');
    case 'unsupported-curl':
      return vscode.l10n.t('cURL commands are not supported here. Write a request line.');
    case 'unsupported-comment-block':
      return vscode.l10n.t('Comment blocks are not supported here. Begin each line with #.');
    case 'unsupported-file-variables':
      return vscode.l10n.t('<@ is not supported here. Use < for a file that is sent as it is.');
    case 'unsupported-graphql':
      return vscode.l10n.t('GraphQL requests are not supported here.');
    case 'unsupported-expression':
      return vscode.l10n.t('{0} is not supported here.', `{{${first}}}`);
    case 'bad-header-line':
      return vscode.l10n.t('This is not a header. Write "Name: value", or a blank line before the body.');
    case 'bad-header-name':
      return vscode.l10n.t('"{0}" is not the name of a header.', first);
    case 'bad-header-value':
      return vscode.l10n.t('The header {0} has a value that cannot be sent.', first);
    case 'own-header':
      return vscode.l10n.t('The extension sets the header {0} itself. Leave it out.', first);
    case 'refused-header':
      return vscode.l10n.t('The header {0} belongs to the connection and cannot be set.', first);
    case 'authorization':
      return vscode.l10n.t(
        'Write "Authorization: ApiKey {{apiKey}}", or leave it out: the key is that of the environment.',
      );
    case 'host':
      return vscode.l10n.t('{0} is not the host of the environment. Leave the header Host out.', first);
    case 'comment-in-body':
      return vscode.l10n.t(
        'Clients disagree whether this line is sent or is a comment. In a body of text, put it into a file and write < ./file.',
      );
    case 'variable-in-body':
      return vscode.l10n.t('Define variables above the request, not in its body.');
    case 'file-in-text':
      return vscode.l10n.t('A file is the whole body, or a part of multipart/form-data.');
    case 'bad-form-line':
      return vscode.l10n.t('Each further line of this body begins with &.');
    case 'bad-multipart':
      return vscode.l10n.t('The multipart body is not complete: {0}.', first);
    case 'body-of-read':
      return vscode.l10n.t('A {0} request has no body. Leave it out, or use POST.', first);
    case 'unknown-variable':
      return vscode.l10n.t('There is no variable {0}. Define it with @{0} = value.', first);
    case 'circular-variable':
      return vscode.l10n.t('The variable {0} refers to itself.', first);
    case 'not-sent-yet':
      return vscode.l10n.t(
        'There is no value for {0}: send the request "{1}" of this file first.',
        first,
        second,
      );
    case 'nothing-there':
      return vscode.l10n.t('The answer holds no value for {0}.', first);
    case 'other-host':
      return vscode.l10n.t(
        '{0} is not an address of the environment. Requests go to its own addresses only.',
        first,
      );
    case 'path':
      return vscode.l10n.t('The path cannot be used: {0}.', second);
    case 'limit':
      return vscode.l10n.t('"limit" must be a whole number from {0} to {1}, given once.', first, second);
    case 'currency':
      return vscode.l10n.t('The currency must be three letters, such as EUR.');
    case 'key-elsewhere':
      return vscode.l10n.t(
        'The API key is sent in the header Authorization only. It would be somewhere else here.',
      );
    case 'same-name':
      return vscode.l10n.t('Another request of this file is named {0} already.', first);
    case 'upload':
      return vscode.l10n.t(
        'An upload goes to the files address and has two parts: purpose, and file with "< ./path".',
      );
  }
}

/** A refusal to send a request of a file. */
export function refusal(code: ProblemCode, args: readonly string[]): PreflightError {
  return new PreflightError({
    message: vscode.l10n.t('{0} Nothing was sent.', problemText(code, args)),
  });
}
