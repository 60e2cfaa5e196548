import * as vscode from 'vscode';
import { CancelledError } from '../../api/model/errors';
import { commandAction, showMessage, withRequestId, type Action, titledAction } from '../../ui/messages';
import { literal } from '../../util/plainText';
import { environmentTitle } from '../../ui/environmentTitle';
import type { Place } from '../../ui/questions/steps';
import { draftOf, environmentOf, freeId, withDraft, type Draft } from './environmentDraft';
import { askKey, decidedKey, type KeyDecision } from './keyQuestions';
import type { Environment } from '../../services/environments/environmentModel';
import type { WithAddresses } from '../../services/connections';
import { tryKeyAndAsk } from './trial';
import type { Services } from '../../services/services';
import { runWizard, type SetUp } from './wizard';
import { t } from '../../util/text';

/** Setting up environments: addresses and keys, asked for and kept. */
export class EnvironmentSetUp {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Leads through addresses and key, tries them, and keeps them at the end.
   * @throws CancelledError when it was dismissed: everything is as it was
   * @throws ConfigurationError for the Local Sandbox, which needs nothing
   */
  async configure(environment: Environment): Promise<Environment> {
    if (environment.type === 'local') throw this.#services.keys.refusal(environment);
    return this.configureDraft(draftOf(environment, this.#environments.entries));
  }

  /** As `configure`, for an environment that may not be there yet. */
  async configureDraft(draft: Draft): Promise<Environment> {
    const done = await runWizard(this.#services, draft);
    const environment = await this.#commit(done);
    this.#announce(environment, done);
    return environment;
  }

  /**
   * Asks for the key of an environment, or whether the stored one is meant for its new address, tries it, and keeps it.
   * @throws CancelledError when it was dismissed
   * @throws ConfigurationError when it takes no key or has no address yet
   */
  async enterKey(environment: Environment): Promise<void> {
    const { addresses } = environment;
    const { keys } = this.#services;
    if (environment.type === 'local' || addresses === undefined) throw keys.refusal(environment);
    const reachable = { ...environment, addresses };
    for (;;) {
      const key = await this.#askKey(reachable);
      const apiKey = await decidedKey(keys, environment, key);
      if (apiKey === undefined) throw new CancelledError();
      const { next } = await tryKeyAndAsk(this.#services.connections, reachable, apiKey);
      if (next === undefined) throw new CancelledError();
      if (next === 'address') {
        await this.configure(environment);
        return;
      }
      if (next !== 'keep') continue;
      await this.#keepKey(environment, key);
      vscode.window.setStatusBarMessage(
        `$(key) ${literal(t('API key of {0} stored', environmentTitle(environment)))}`,
        5000,
      );
      return;
    }
  }

  /** @throws CancelledError when it was dismissed */
  async #askKey(environment: WithAddresses): Promise<KeyDecision> {
    const { addresses } = environment;
    const state = await this.#services.keys.state(environment);
    // A key for these addresses exists: it will be replaced, so there is nothing to choose.
    const question = state.kind === 'set' ? ({ kind: 'none' } as const) : state;
    const place: Place = {
      title: t('API key of {0}', environmentTitle(environment)),
      step: 1,
      totalSteps: 1,
      canGoBack: false,
    };
    const reply = await askKey(place, { addresses, state: question, canSkip: false });
    if (typeof reply === 'object') return reply.answer;
    throw new CancelledError();
  }

  /**
   * Leads through what is missing for an environment, and nothing else.
   * @throws CancelledError when the user gave up
   * @throws ConfigurationError for the Local Sandbox where the user has stopped it
   */
  async ensure(environmentId: string): Promise<void> {
    const { keys, sandbox } = this.#services;
    const environment = this.#environments.get(environmentId);
    if (environment.type === 'local') {
      sandbox.refuseStopped();
    } else if (environment.addresses === undefined) {
      const configured = await this.configure(environment);
      if ((await keys.state(configured)).kind !== 'set') throw new CancelledError();
    } else if ((await keys.state(environment)).kind !== 'set') {
      await this.enterKey(environment);
    }
  }

  get #environments() {
    return this.#services.environments;
  }

  async #commit({ draft: typed, key }: SetUp): Promise<Environment> {
    // Read again: another window may have changed entries in the meantime, or added one with this id.
    const { entries } = this.#environments;
    const draft = typed.isNew ? { ...typed, id: freeId(typed.name, entries) } : typed;
    await this.#environments.writeEntries(withDraft(draft, entries));
    // The key was given for these addresses, whatever another window has written since.
    const environment = environmentOf(draft, entries);
    // What was stored under this id before, by an environment that has gone, was given for something else.
    if (draft.isNew && key.kind === 'later') await this.#services.keys.remove(environment);
    await this.#keepKey(environment, key);
    return environment;
  }

  async #keepKey(environment: Environment, key: KeyDecision): Promise<void> {
    const { keys } = this.#services;
    const apiKey = await decidedKey(keys, environment, key);
    if (apiKey !== undefined) await keys.store(environment, apiKey);
  }

  #announce(environment: Environment, { key, verdict }: SetUp): void {
    const title = environmentTitle(environment);
    const next: Action[] =
      key.kind === 'later'
        ? [titledAction('setApiKey', environment.id)]
        : environment.id === this.#environments.active.id
          ? []
          : [commandAction(t('Switch to {0}', environment.name), 'switchEnvironment', environment.id)];
    if (verdict?.kind === 'works') {
      const text = t('{0} is set up. The test request succeeded.', title);
      showMessage('info', withRequestId(text, verdict.requestId), next);
    } else if (key.kind === 'later') {
      showMessage('info', t('The addresses of {0} are saved. Its API key is still missing.', title), next);
    } else {
      showMessage('warning', t('{0} is saved, but the test request failed.', title), [
        commandAction(t('Try Again'), 'configureEnvironment', environment.id),
        ...next,
      ]);
    }
  }
}
