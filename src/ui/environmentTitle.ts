import { t } from '../util/text';

/** An environment's name as titles and messages show it: production is unmistakable. */
export function environmentTitle({ name, type }: { readonly name: string; readonly type: string }): string {
  return type === 'production' ? t('PRODUCTION ({0})', name) : name;
}
