import * as vscode from 'vscode';
import type { Services } from '../../services/services';
import { environmentTitle } from '../../ui/environmentTitle';
import {
  askChoice,
  askText,
  keep,
  runSteps,
  type Step,
  type TextQuestion,
  type Way,
} from '../../ui/questions/steps';
import { checkApiAddress, checkDashboardAddress, checkFilesAddress } from './addressAnswers';
import { environmentOf, type Draft } from './environmentDraft';
import { askKey, decidedKey, type KeyDecision } from './keyQuestions';
import { boundTo, lastFourOf, type KeyState } from '../../services/environments/keyVault';
import type { Addresses } from '../../api/model/addresses';
import type { Verdict } from './testCall';
import { tryKeyAndAsk } from './trial';
import { t } from '../../util/text';

/** What the wizard came to: nothing of it is kept yet. */
export interface SetUp {
  readonly draft: Draft;
  readonly key: KeyDecision;
  /** Undefined when there was no key to try it with, or the user keeps it untried. */
  readonly verdict: Verdict | undefined;
}

/**
 * Asks for addresses and key of an environment and tries them. Nothing is changed here: dismissing it at any point
 * leaves all as it was.
 * @throws CancelledError when it was dismissed
 */
export async function runWizard({ environments, keys, connections }: Services, draft: Draft): Promise<SetUp> {
  const { name, type } = draft;
  const title = t('Set up {0}', environmentTitle({ name, type: type ?? 'sandbox' }));
  const environmentNow = () => environmentOf(draft, environments.entries);
  let key: KeyDecision = { kind: 'later' };
  /** The key as it was typed, and what for: a way back must not cost it. */
  let typed: { readonly apiKey: string; readonly addresses: Addresses } | undefined;
  let verdict: Verdict | undefined;

  const askType: Step = async (place) => {
    const reply = await askChoice<'sandbox' | 'production'>(place, {
      placeholder: t('Which type?'),
      items: [
        {
          label: t('Sandbox'),
          iconPath: new vscode.ThemeIcon('beaker'),
          detail: t('For testing: balances can be topped up'),
          value: 'sandbox',
        },
        {
          label: t('Production'),
          iconPath: new vscode.ThemeIcon('flame'),
          detail: t('Real money and real people: asks before every write'),
          value: 'production',
        },
      ],
    });
    return keep(reply, (type) => (draft.type = type));
  };

  const askAddress =
    (name: 'apiUrl' | 'filesUrl' | 'dashboardUrl', question: () => TextQuestion): Step =>
    async (place) =>
      keep(await askText(place, { ...question(), value: draft[name] }), (text) => (draft[name] = text));
  const askApi = askAddress('apiUrl', () => ({
    prompt: t('Address of the API, with or without the final /v1'),
    placeholder: 'https://api.example.com/v1',
    check: checkApiAddress,
  }));
  const askFiles = askAddress('filesUrl', () => ({
    prompt: t('Address of the files host. Leave it empty when the same host serves the files.'),
    placeholder: URL.parse(draft.apiUrl)?.origin ?? '',
    check: (text) => checkFilesAddress(text, draft.apiUrl),
  }));
  const askDashboard = askAddress('dashboardUrl', () => ({
    prompt: t('Address of the web dashboard. Leave it empty when there is none.'),
    placeholder: 'https://dashboard.example.com',
    check: checkDashboardAddress,
  }));

  /** The key to choose from: what was typed already, else what is stored. It goes to another address by choice. */
  const knownKey = async ({ apiOrigin, filesOrigin }: Addresses): Promise<KeyState> => {
    if (typed === undefined) return draft.isNew ? { kind: 'none' } : keys.state(environmentNow());
    const { apiKey, addresses } = typed;
    const isSame = addresses.apiOrigin === apiOrigin && addresses.filesOrigin === filesOrigin;
    const shown = lastFourOf(apiKey);
    return isSame
      ? { kind: 'set', ...shown }
      : { kind: 'address-changed', givenFor: boundTo(addresses), ...shown };
  };

  const askForKey: Step = async (place) => {
    const { addresses } = environmentNow();
    if (addresses === undefined) return 'back';
    const reply = await askKey(place, { addresses, state: await knownKey(addresses), canSkip: true });
    return keep(reply, (answer) => {
      if (answer.kind === 'new') typed = { apiKey: answer.apiKey, addresses };
      else if (typed !== undefined) typed = { ...typed, addresses };
      key = typed === undefined ? answer : { kind: 'new', apiKey: typed.apiKey };
    });
  };

  const before = [...(type === undefined ? [askType] : []), askApi, askFiles, askDashboard];

  /** Tries what was typed; on failure the user chooses where to go on. */
  const test = async (): Promise<Way> => {
    const environment = environmentNow();
    verdict = undefined;
    const apiKey = await decidedKey(keys, environment, key);
    if (apiKey === undefined || environment.addresses === undefined) return 'next';
    const reachable = { ...environment, addresses: environment.addresses };
    const tried = await tryKeyAndAsk(connections, reachable, apiKey);
    verdict = tried.verdict;
    if (tried.next === 'keep') return 'next';
    if (tried.next === 'address') return before.indexOf(askApi);
    if (tried.next === 'key') typed = undefined;
    // Whoever dismisses a message about a failure keeps what was typed, and leaves with one more Escape.
    return before.length;
  };

  await runSteps(title, [
    ...before,
    // The test belongs to the last question: it is not a step.
    async (place) => {
      const way = await askForKey(place);
      return way === 'next' ? test() : way;
    },
  ]);
  return { draft, key, verdict };
}
