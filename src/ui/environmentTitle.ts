import { t } from '../util/text';

/** An environment's name as titles and messages show it: production is unmistakable. */
export function environmentTitle({ name, type }: { readonly name: string; readonly type: string }): string {
  if (type !== 'production') return name;
  // The built-in name is English in every language.
  return /^production$/i.test(name) ? t('PRODUCTION') : t('PRODUCTION ({0})', name);
}

/** The message, which names production first where it concerns it: the user must always know whether money is real. */
export function withProduction(
  message: string,
  environment: Parameters<typeof environmentTitle>[0] | undefined,
): string {
  return environment?.type === 'production' ? t('{0}: {1}', environmentTitle(environment), message) : message;
}
