import { NotFoundError, invalidArgument } from '../../api/model/errors';
import type { Handler } from '../../commands/commands';
import { commandTitle } from '../../commands/titles';
import type { Storage } from '../../storage';
import { askLine } from '../../ui/questions/askLine';
import { commandAction, withActions } from '../../ui/messages';
import { plainText } from '../../util/plainText';
import type { Documents } from '../exchange/exchangeDocuments';
import { idsOf } from '../../commands/outcome';
import { t } from '../../util/text';

/** Finds an exchange by the request id of any of its attempts, and opens it. */
export function createFindCommand(
  storage: () => Promise<Storage>,
  documents: Documents,
): Handler<'findRequest'> {
  return async (given) => {
    const requestId = await requestIdOf(given);
    const exchange = (await storage()).history.findByRequestId(requestId);
    if (exchange === undefined) throw unknown(requestId);
    await documents.show(exchange);
    return { data: exchange, ...idsOf(exchange) };
  };
}

/** @throws PreflightError for anything but an id; CancelledError when the question was dismissed */
async function requestIdOf(given: unknown): Promise<string> {
  if (given === undefined) {
    return askLine(
      commandTitle('findRequest'),
      t('The x-request-id of an answer, from a message, a log or support'),
      (id) => (id === '' ? t('Paste a request id.') : undefined),
    );
  }
  const requestId = typeof given === 'string' ? given.trim() : '';
  if (requestId !== '') return requestId;
  throw invalidArgument('requestId', 'string');
}

function unknown(requestId: string): NotFoundError {
  const error = new NotFoundError(
    t(
      'No request in the history has the id {0}. It may have been sent from elsewhere, or removed for newer ones.',
      plainText(requestId, 100),
    ),
  );
  return withActions(error, [commandAction(t('Support Report'), 'reportUnknownRequest', requestId)]);
}
