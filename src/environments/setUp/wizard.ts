import * as vscode from 'vscode';
import type { Services } from '../../services/services';
import { environmentTitle } from '../../ui/environmentTitle';
import {
  askChoice,
  askText,
  keep,
  runSteps,
  type Place,
  type Step,
  type Way,
} from '../../ui/questions/steps';
import { checkApiAddress, checkDashboardAddress, checkFilesAddress } from './addressAnswers';
import { environmentOf, type Draft } from './environmentDraft';
import { askKey, type KeyDecision } from './keyQuestions';
import { boundTo, lastFourOf, type KeyState } from '../../services/environments/keyVault';
import type { Addresses } from '../../api/model/addresses';
import type { Environment } from '../../services/environments/environmentModel';
import type { Verdict } from './testCall';
import { tryKeyAndAsk } from './trial';

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
export async function runWizard(services: Services, draft: Draft): Promise<SetUp> {
  return new Wizard(services, draft).run();
}

class Wizard {
  readonly #services: Services;
  readonly #draft: Draft;
  #key: KeyDecision = { kind: 'later' };
  /** The key as it was typed, and what for: a way back must not cost it. */
  #typed: { readonly apiKey: string; readonly addresses: Addresses } | undefined;
  #verdict: Verdict | undefined;

  constructor(services: Services, draft: Draft) {
    this.#services = services;
    this.#draft = draft;
  }

  async run(): Promise<SetUp> {
    const asksType = this.#draft.type === undefined;
    const first = asksType ? 1 : 0;
    const steps: Step[] = [this.#askApi, this.#askFiles, this.#askDashboard];
    // The test belongs to the last question: it is not a step.
    const askForKey: Step = async (place) => {
      const way = await this.#askForKey(place);
      return way === 'next' ? this.#test(first, first + steps.length) : way;
    };
    await runSteps(this.#title, [...(asksType ? [this.#askType] : []), ...steps, askForKey]);
    return { draft: this.#draft, key: this.#key, verdict: this.#verdict };
  }

  get #title(): string {
    const { name, type } = this.#draft;
    return vscode.l10n.t('Set up {0}', environmentTitle({ name, type: type ?? 'sandbox' }));
  }

  get #environment(): Environment {
    return environmentOf(this.#draft, this.#services.environments.entries);
  }

  readonly #askType = async (place: Place): Promise<Way> => {
    const reply = await askChoice<'sandbox' | 'production'>(place, {
      placeholder: vscode.l10n.t('Which type?'),
      items: [
        {
          label: vscode.l10n.t('Sandbox'),
          iconPath: new vscode.ThemeIcon('beaker'),
          detail: vscode.l10n.t('For testing: balances can be topped up'),
          value: 'sandbox',
        },
        {
          label: vscode.l10n.t('Production'),
          iconPath: new vscode.ThemeIcon('flame'),
          detail: vscode.l10n.t('Real money and real people: asks before every write'),
          value: 'production',
        },
      ],
    });
    return keep(reply, (type) => (this.#draft.type = type));
  };

  readonly #askApi = async (place: Place): Promise<Way> =>
    keep(
      await askText(place, {
        prompt: vscode.l10n.t('Address of the API, with or without the final /v1'),
        placeholder: 'https://api.example.com/v1',
        value: this.#draft.apiUrl,
        check: checkApiAddress,
      }),
      (apiUrl) => (this.#draft.apiUrl = apiUrl),
    );

  readonly #askFiles = async (place: Place): Promise<Way> => {
    const { apiUrl, filesUrl } = this.#draft;
    const reply = await askText(place, {
      prompt: vscode.l10n.t('Address of the files host. Leave it empty when the same host serves the files.'),
      placeholder: URL.parse(apiUrl)?.origin ?? '',
      value: filesUrl,
      check: (text) => checkFilesAddress(text, apiUrl),
    });
    return keep(reply, (answer) => (this.#draft.filesUrl = answer));
  };

  readonly #askDashboard = async (place: Place): Promise<Way> =>
    keep(
      await askText(place, {
        prompt: vscode.l10n.t('Address of the web dashboard. Leave it empty when there is none.'),
        placeholder: 'https://dashboard.example.com',
        value: this.#draft.dashboardUrl,
        check: checkDashboardAddress,
      }),
      (answer) => (this.#draft.dashboardUrl = answer),
    );

  readonly #askForKey = async (place: Place): Promise<Way> => {
    const { addresses } = this.#environment;
    if (addresses === undefined) return 'back';
    const reply = await askKey(place, { addresses, state: await this.#knownKey(addresses), canSkip: true });
    return keep(reply, (answer) => {
      if (answer.kind === 'new') this.#typed = { apiKey: answer.apiKey, addresses };
      else if (this.#typed !== undefined) this.#typed = { ...this.#typed, addresses };
      this.#key = this.#typed === undefined ? answer : { kind: 'new', apiKey: this.#typed.apiKey };
    });
  };

  /** Tries what was typed; on failure the user chooses where to go on. */
  async #test(apiStep: number, keyStep: number): Promise<Way> {
    const environment = this.#environment;
    this.#verdict = undefined;
    if (this.#key.kind === 'later' || environment.addresses === undefined) return 'next';
    const reachable = { ...environment, addresses: environment.addresses };
    const apiKey =
      this.#key.kind === 'new' ? this.#key.apiKey : await this.#services.keys.confirmed(environment);
    const { verdict, next } = await tryKeyAndAsk(this.#services.connections, reachable, apiKey);
    this.#verdict = verdict;
    if (next === 'keep') return 'next';
    if (next === 'address') return apiStep;
    if (next === undefined) return undefined;
    if (next === 'key') this.#typed = undefined;
    return keyStep;
  }

  /** The key to choose from: what was typed already, else what is stored. It goes to another address by choice. */
  async #knownKey({ apiOrigin, filesOrigin }: Addresses): Promise<KeyState> {
    if (this.#typed === undefined) {
      return this.#draft.isNew ? { kind: 'none' } : this.#services.keys.state(this.#environment);
    }
    const { apiKey, addresses } = this.#typed;
    const isSame = addresses.apiOrigin === apiOrigin && addresses.filesOrigin === filesOrigin;
    const shown = lastFourOf(apiKey);
    return isSame
      ? { kind: 'set', ...shown }
      : { kind: 'address-changed', givenFor: boundTo(addresses), ...shown };
  }
}
