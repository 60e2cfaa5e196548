import type { AnswerCheck, Exchange } from '../../api/model/exchange';
import type { Handlers } from '../../commands/commands';
import type { Services } from '../../services/services';
import { requireExchange, type Exchanges } from '../exchange/exchanges';
import { KnownChecks } from '../checks/knownChecks';

/** What became of comparing an answer with its API description. */
export function createCheckCommand(services: Services, exchanges: Exchanges) {
  return {
    async checkAnswer(target) {
      const id = requireExchange(target);
      const exchange = await exchanges.get(id);
      const { requestId } = exchange;
      const data = await checkOf(services, exchange);
      return { data, exchangeId: id, ...(requestId !== undefined && { requestId }) };
    },
  } satisfies Partial<Handlers>;
}

async function checkOf(services: Services, exchange: Exchange): Promise<AnswerCheck> {
  const { checks, descriptions } = services;
  const known = await new KnownChecks(services).of(exchange);
  if (known !== undefined) return known;
  const notChecked = (reason: string): AnswerCheck => ({ checked: false, reason, differences: [] });
  if (exchange.attempts.at(-1)?.response === undefined) return notChecked('no-answer');
  const operation = checks.operationOf(exchange);
  const document = descriptions.documents.find(({ uri }) => uri === operation?.source);
  // What was added later described nothing when the answer came.
  const isLater = document !== undefined && document.addedAt > exchange.startedAt;
  return notChecked(operation === undefined || isLater ? 'no-description' : 'not-kept');
}
