import * as vscode from 'vscode';
import { NotFoundError } from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import type { Handlers } from '../../commands/commands';
import type { Services } from '../../services/services';
import { refuse } from '../../commands/arguments';
import { openAction, showMessage, withActions, titledAction } from '../../ui/messages';
import { askSaveTarget, targetOf } from '../../ui/questions/saveTarget';
import { jsonPathAt } from '../exchange/jsonPath';
import { answerOf, bodyExtension, isBodyAsSent } from '../exchange/answer';
import type { Documents } from '../exchange/exchangeDocuments';
import { idsOf } from '../../commands/outcome';
import type { Exchanges } from '../exchange/exchanges';
import { withoutKeys } from '../exchange/laterKeys';
import { activeExchangeId } from '../exchange/requestUris';
import { copy } from './copyCommands';
import { t } from '../../util/text';
import { writeChunks } from '../../ui/documents/writeChunks';
import { lastSegment, plainText } from '../../util/plainText';

/** The commands about the body of an answer: exactly as it is kept, never formatted. */
export function createResponseCommands({ keys }: Services, exchanges: Exchanges, documents: Documents) {
  const named = async (target: unknown) => (await withoutKeys(keys))(await exchanges.named(target));

  return {
    async copyResponseBody(target) {
      const exchange = await named(target);
      const body = requireBody(exchange);
      await copy(body, t('Response body copied'));
      return { data: body, ...idsOf(exchange) };
    },

    async saveResponse(target, given) {
      const exchange = await named(target);
      const bytes = new TextEncoder().encode(requireBody(exchange));
      const chosen = targetOf(given);
      const uri = chosen ?? (await askTarget(exchange));
      await writeChunks(uri, [bytes]);
      if (chosen === undefined) {
        const isAsSent = isBodyAsSent(exchange);
        const said = isAsSent
          ? t('Saved {0}.', plainText(uri.path.split('/').at(-1) ?? '', 100))
          : t('Saved the response as UTF-8 and without API keys: it is not byte for byte what came.');
        showMessage(isAsSent ? 'info' : 'warning', said, [openAction(uri)]);
      }
      return { data: { uri: uri.toString(), bytes: bytes.length }, ...idsOf(exchange) };
    },

    async showResponseBody(target) {
      const exchange = await exchanges.named(target);
      requireBody(exchange);
      await documents.showPart('body', exchange);
      return { data: {}, ...idsOf(exchange) };
    },

    async copyJsonPath() {
      const editor = vscode.window.activeTextEditor;
      const id = activeExchangeId();
      if (editor === undefined || id === undefined) {
        throw refuse(t('Open a response first, and place the cursor in its body.'));
      }
      const { document, selection } = editor;
      const path = jsonPathAt(document.getText(), document.offsetAt(selection.active));
      if (path === undefined) throw refuse(t('{0} is nested too deeply.', 'JSON'));
      await copy(path, t('Copied {0}', path));
      return { data: path, exchangeId: id };
    },
  } satisfies Partial<Handlers>;
}

/** @throws NotFoundError where no body was kept whole */
function requireBody(exchange: Exchange): string {
  const { body, bodyBytes = 0 } = answerOf(exchange) ?? {};
  if (body !== undefined && body !== '') return body;
  const message =
    bodyBytes === 0
      ? t('The answer has no body.')
      : t('The response body was not kept whole. Send the request again to get it.');
  const actions = bodyBytes === 0 ? [] : [titledAction('sendAgain', exchange.id)];
  throw withActions(new NotFoundError(message, idsOf(exchange)), actions);
}

function askTarget(exchange: Exchange): Promise<vscode.Uri> {
  const last = lastSegment(exchange.path) ?? 'response';
  const extension = bodyExtension(exchange);
  const name = `${last.replace(/[^\w.-]+/g, '-').slice(0, 80)}${extension}`;
  return askSaveTarget(t('Save response'), name);
}
