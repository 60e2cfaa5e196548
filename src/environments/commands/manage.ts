import { ConfigurationError } from '../../api/model/errors';
import type { Handlers } from '../../commands/commands';
import { refuse } from '../../commands/arguments';
import { commandTitle } from '../../commands/titles';
import { showMessage, titledAction } from '../../ui/messages';
import { confirmModally } from '../../ui/questions/confirm';
import { environmentTitle } from '../../ui/environmentTitle';
import { askLine } from '../../ui/questions/askLine';
import { leaveRows } from '../../ui/views/leaving';
import { checkName } from '../setUp/addressAnswers';
import { draftOf, freeId, isOwn, newDraft, withDraft } from '../setUp/environmentDraft';
import type { Environment } from '../../services/environments/environmentModel';
import { pickEnvironment, type EnvironmentQuestion } from '../view/pickEnvironment';
import type { EnvironmentSetUp } from '../setUp/setUp';
import type { Services } from '../../services/services';
import { t } from '../../util/text';

/** Environments of the user's own, added, renamed, copied and removed without touching JSON. */
export function createManageCommands(services: Services, setUp: EnvironmentSetUp) {
  const { environments, keys } = services;

  const isSetUp = ({ type, addresses }: Environment) => type !== 'local' && addresses !== undefined;
  const target = async (given: unknown, question: EnvironmentQuestion): Promise<Environment> => {
    const environment = await pickEnvironment(services, question, given);
    if (question.offer?.(environment) !== false) return environment;
    const message = t('This is not possible for {0}.', environment.name);
    throw new ConfigurationError(message, { environment: environment.id });
  };

  /** A name as given by code, checked. */
  const readName = (given: unknown, others: readonly Environment[]): string | undefined => {
    if (typeof given !== 'string') return undefined;
    const problem = checkName(given, others);
    if (problem !== undefined) throw refuse(problem);
    return given.trim();
  };

  /** A name as given by code, or as the user types it. */
  const nameFor = async (given: unknown, title: string, value: string, others: readonly Environment[]) =>
    readName(given, others) ??
    askLine(title, t('Name of the environment'), (text) => checkName(text, others), value);

  return {
    async addEnvironment() {
      const name = await nameFor(undefined, commandTitle('addEnvironment'), '', environments.all);
      const environment = await setUp.configureDraft(newDraft(name, environments.entries));
      return { data: { environment: environment.id } };
    },

    async renameEnvironment(given, newName) {
      readName(newName, []);
      const environment = await target(given, { title: commandTitle('renameEnvironment'), offer: isSetUp });
      const { id } = environment;
      const others = environments.all.filter((other) => other.id !== id);
      const title = t('Rename {0}', environment.name);
      const name = await nameFor(newName, title, environment.name, others);
      // It may have been removed while the question was open.
      environments.get(id);
      const { entries } = environments;
      await environments.writeEntries({ ...entries, [id]: { ...(entries[id] as object), name } });
      return { data: { environment: id } };
    },

    async duplicateEnvironment(given, newName) {
      readName(newName, environments.all);
      const environment = await target(given, {
        title: commandTitle('duplicateEnvironment'),
        offer: isSetUp,
      });
      const title = t('Duplicate {0}', environmentTitle(environment));
      const suggestion = t('{0} copy', environment.name);
      const name = await nameFor(newName, title, suggestion, environments.all);
      const { entries } = environments;
      // As it is by now: it may have been changed, or removed, while the question was open.
      const copy = { ...draftOf(environments.get(environment.id), entries), id: freeId(name, entries), name };
      await environments.writeEntries(withDraft(copy, entries));
      // What was stored under this id before, by an environment that has gone, was given for something else.
      await keys.remove(environments.get(copy.id));
      showMessage('info', t('{0} has the same addresses. Enter its API key next.', name), [
        titledAction('setApiKey', copy.id),
      ]);
      return { data: { environment: copy.id } };
    },

    async removeEnvironment(given) {
      const environment = await target(given, {
        title: commandTitle('removeEnvironment'),
        offer: ({ id }) => isOwn(id),
      });
      // A caller by code that names it has made up its mind; a click may be a slip.
      if (typeof given !== 'string') await confirmRemoval(environment);
      const { id } = environment;
      await leaveRows('environments', [given]);
      const { [id]: removed, ...rest } = environments.entries;
      const wasActive = environments.active.id === id;
      // One that was added under this id since then stays.
      const restore = () => environments.writeEntries({ [id]: removed, ...environments.entries });
      await environments.writeEntries(rest);
      try {
        await keys.remove(environment);
      } catch (error) {
        // Without it nobody could remove the key any more.
        await restore();
        throw error;
      }
      if (wasActive) await environments.switchTo('local');
      showMessage('info', t('{0} and its API key were removed.', environment.name), [
        { title: t('Undo'), run: restore },
      ]);
      return { data: { environment: id } };
    },
  } satisfies Partial<Handlers>;
}

function confirmRemoval(environment: Environment): Promise<void> {
  return confirmModally(
    t('Remove {0}?', environmentTitle(environment)),
    t('Undo restores its addresses; you have to enter its API key again. Nothing changes on the service.'),
    t('Remove'),
  );
}
