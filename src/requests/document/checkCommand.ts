import type { AnswerCheck, Exchange } from '../../api/model/exchange';
import type { Handlers } from '../../commands/commands';
import type { Services } from '../../services/services';
import { idsOf, type Exchanges } from '../exchange/exchanges';
import type { KnownChecks } from '../checks/knownChecks';

/** What became of comparing an answer with its API description. */
export function createCheckCommand(services: Services, exchanges: Exchanges, known: KnownChecks) {
  return {
    async checkAnswer(target) {
      const exchange = await exchanges.named(target);
      const data = (await known.of(exchange)) ?? whyNotChecked(services, exchange);
      return { data, ...idsOf(exchange) };
    },
  } satisfies Partial<Handlers>;
}

function whyNotChecked({ checks, descriptions }: Services, exchange: Exchange): AnswerCheck {
  const notChecked = (reason: string): AnswerCheck => ({ checked: false, reason, differences: [] });
  if (exchange.attempts.at(-1)?.response === undefined) return notChecked('no-answer');
  const operation = checks.operationOf(exchange);
  const document = descriptions.documents.find(({ uri }) => uri === operation?.source);
  // What was added later described nothing when the answer came.
  const isLater = document !== undefined && document.addedAt > exchange.startedAt;
  return notChecked(operation === undefined || isLater ? 'no-description' : 'not-kept');
}
