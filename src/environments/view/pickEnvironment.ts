import * as vscode from 'vscode';
import type { Environment } from '../../services/environments/environmentModel';
import type { Services } from '../../services/services';
import { answered } from '../../ui/questions/answered';
import { literal } from '../../util/plainText';
import { iconName, missingKeyText, typeText } from './environmentRows';
import { readEnvironmentTarget } from '../../commands/environmentTarget';
import { menuTitle } from '../../commands/titles';
import { capitalised, present, t } from '../../util/text';

export interface EnvironmentQuestion {
  readonly title: string;
  /** Which to offer; all by default. */
  readonly offer?: (environment: Environment) => boolean;
}

type Item = vscode.QuickPickItem & { readonly environment: Environment | undefined };

/**
 * Asks for an environment. The active one is marked and has the focus, or the first one where it is not offered.
 * @param given what a menu or a caller passed: which one it names is not asked
 * @throws CancelledError when it was dismissed
 */
export async function pickEnvironment(
  services: Pick<Services, 'environments' | 'keys'>,
  question: EnvironmentQuestion,
  given?: unknown,
): Promise<Environment> {
  const id = readEnvironmentTarget(given);
  if (id !== undefined) return services.environments.get(id);
  const { environment } = await pickItem(services, question, []);
  return environment ?? services.environments.active;
}

/** As `pickEnvironment`, with a last entry for one more environment. @returns undefined for that entry */
export async function pickOrAddEnvironment(
  services: Pick<Services, 'environments' | 'keys'>,
  question: EnvironmentQuestion,
): Promise<Environment | undefined> {
  const add: Item = {
    label: menuTitle('addEnvironment'),
    iconPath: new vscode.ThemeIcon('add'),
    alwaysShow: true,
    environment: undefined,
  };
  return (await pickItem(services, question, [add])).environment;
}

async function pickItem(
  { environments, keys }: Pick<Services, 'environments' | 'keys'>,
  { title, offer = () => true }: EnvironmentQuestion,
  others: readonly Item[],
): Promise<Item> {
  const { id: active } = environments.active;
  const items = await Promise.all(
    environments.all.filter(offer).map(async (environment): Promise<Item> => {
      const missingKey = missingKeyText(environment, await keys.state(environment));
      return {
        label: literal(environment.name),
        iconPath: new vscode.ThemeIcon(iconName(environment.type)),
        description: present(
          typeText(environment.type),
          environment.id === active && t('active'),
          missingKey,
        ).join(' · '),
        detail: literal(environment.problem ?? environment.addresses?.apiUrl ?? missing(environment)),
        environment,
      };
    }),
  );
  const pick = vscode.window.createQuickPick<Item>();
  const placeholder = t('Choose an environment');
  Object.assign(pick, { title, placeholder, matchOnDescription: true, matchOnDetail: true });
  pick.items = [...items, ...others];
  const current = items.filter(({ environment }) => environment?.id === active);
  // With none, the editor goes to the first one; an empty list would take that away.
  if (current.length > 0) pick.activeItems = current;
  return answered(pick, () => pick.selectedItems[0] ?? pick.activeItems[0]);
}

function missing({ type }: Environment): string {
  return capitalised(type === 'local' ? t('starts with the first request') : t('no address yet'));
}
