import * as vscode from 'vscode';
import { NotFoundError } from '../../api/model/errors';
import type { Exchange } from '../../api/model/exchange';
import type { Handlers } from '../../commands/commands';
import { type Done, idsOf } from '../../commands/outcome';
import { environmentOf, refuse } from '../../commands/arguments';
import { isByPerson, settingUp, type SetUpEnvironment } from '../../commands/settingUp';
import type { Environment } from '../../services/environments/environmentModel';
import type { Services } from '../../services/services';
import { plainText } from '../../util/plainText';
import { formatExactTime, formatRelativeTime } from '../../ui/formats/formats';
import { commandAction, withActions } from '../../ui/messages';
import { environmentTitle } from '../../ui/environmentTitle';
import { pickOne } from '../../ui/questions/answered';
import { readExchangeTarget, readExchangeTargets } from '../exchange/exchanges';
import { isImported } from '../exchange/imported';
import { isRead } from '../../api/rules/methods';
import { sendWithProgress } from '../../ui/sending';
import { planAgain, refuseImported } from '../plan/resend';
import { separated } from '../send/questionStep';
import type { Comparisons } from './comparisons';
import type { Differences } from '../../bodies/differences';
import { earlierAnswers } from './previous';
import { present, shownLanguage, t } from '../../util/text';

/** So many earlier answers are offered. */
const OFFERED = 50;

interface Choice extends vscode.QuickPickItem {
  /** Gets the answer to compare with. None for a line between choices. */
  readonly value?: () => Promise<Exchange>;
}

/** Comparing an answer with the one before, with any other, or with that of another environment. */
export function createCompareCommands(services: Services, comparisons: Comparisons, setUp: SetUpEnvironment) {
  const { connections, environments, sender, storage } = services;
  const { exchanges } = comparisons;

  const sendTo = async (one: Exchange, environment: string, isPerson: boolean): Promise<Exchange> => {
    refuseImported(one);
    // Only the request is taken over, to the environment that was asked for.
    const from = await connections.ready(one.environment);
    const plan = planAgain(one, { ...from, identity: one.identity }, isPerson);
    const permit = await sender.permit(plan, { environment, isPerson });
    let made: Exchange | undefined;
    const onExchange = (exchange: Exchange) => (made = exchange);
    const answer = await sendWithProgress(sender, permit, { onExchange })
      // An answer that is an error is an answer to compare with.
      .catch((error: unknown) => {
        if (made?.status === undefined) throw error;
      });
    return made ?? exchanges.get(answer?.exchangeId ?? '');
  };
  const sendAgain = (one: Exchange, environment: string, isPerson: boolean) => {
    const send = () => sendTo(one, environment, isPerson);
    return isPerson ? settingUp(setUp)(send)() : send();
  };

  /** @throws NotFoundError when there is none, with a button that makes one where that changes nothing */
  const previous = async (one: Exchange): Promise<Exchange> => {
    const [found] = earlierAnswers((await storage.get()).history, one, 1);
    if (found !== undefined) return exchanges.get(found.id);
    const request = plainText(`${one.method} ${one.path.split('?', 1)[0] ?? ''}`, 200);
    const error = new NotFoundError({
      message: t(
        'No earlier answer to {0} is kept here. Send the request again, then compare the two.',
        request,
      ),
    });
    if (!canBeSentAgain(one)) throw error;
    const options = { environment: one.environment, interactive: true };
    const title = t('Send Again and Compare');
    throw withActions(error, [commandAction(title, 'compareWith', one.id, options)]);
  };

  const choices = async (one: Exchange): Promise<Choice[]> => {
    const { history } = await storage.get();
    const language = shownLanguage();
    const earlier = earlierAnswers(history, one, OFFERED).map(
      ({ id, status, path, startedAt, requestId }): Choice => ({
        label: `${status ?? ''} ${plainText(path, 100)}`,
        description: formatRelativeTime(startedAt, Date.now(), language),
        detail: present(formatExactTime(startedAt, undefined, language), requestId).join(' · '),
        value: () => exchanges.get(id),
      }),
    );
    // First where it went already, since the answer may be another by now.
    const isOwn = ({ id }: Environment) => id === one.environment;
    const all = environments.all.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
    const elsewhere = (canBeSentAgain(one) ? all : []).map((environment): Choice => ({
      label: t('$(send) Send the same to {0} and compare', environmentTitle(environment)),
      value: () => sendAgain(one, environment.id, true),
    }));
    if (earlier.length + elsewhere.length === 0) {
      throw new NotFoundError(t('There is no other answer to compare with yet.'));
    }
    return [...separated(t('earlier answers'), earlier), ...separated(t('a new answer'), elsewhere)];
  };

  const compare = async (one: Exchange, other: Exchange): Promise<Done<Differences>> => {
    return { data: await comparisons.show(one, other), ...idsOf(one) };
  };

  return {
    async compareExchanges(target, given) {
      // A menu passes the selected rows as the second argument.
      const otherId = Array.isArray(given) ? undefined : readExchangeTarget(given);
      const one = await exchanges.named(target);
      return compare(one, await (otherId === undefined ? previous(one) : exchanges.get(otherId)));
    },

    async compareSelected(target, selection) {
      const ids = readExchangeTargets(target, selection);
      const [one, other] = ids;
      if (one === undefined || other === undefined || ids.length !== 2) {
        throw refuse(t('Select two requests to compare.'));
      }
      return compare(await exchanges.get(one), await exchanges.get(other));
    },

    async compareWith(target, given) {
      const one = await exchanges.named(target);
      const named = environmentOf(given);
      if (named !== undefined) {
        if (!canBeSentAgain(one)) {
          throw refuse(t('Only a request that reads is sent again for a comparison.'));
        }
        const { id } = environments.get(named);
        return compare(one, await sendAgain(one, id, isByPerson([target, given])));
      }
      const answer = await pickOne(await choices(one), {
        title: t('Compare {0}', plainText(`${one.method} ${one.path}`, 80)),
        placeHolder: t('With which answer?'),
        matchOnDescription: true,
        matchOnDetail: true,
      });
      return compare(one, (await answer?.()) ?? one);
    },

    async toggleVolatileFields() {
      return { data: await comparisons.toggle() };
    },
  } satisfies Partial<Handlers>;
}

/** Reads only: a comparison is no reason to change anything. */
function canBeSentAgain(one: Exchange): boolean {
  return isRead(one.method) && one.operation !== 'content' && !isImported(one);
}
