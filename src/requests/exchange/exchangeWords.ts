import { t } from '../../util/text';

/** Who sent a request, or for what. */
export function originInWords(origin: 'agent' | 'file' | 'view' | 'user'): string {
  const words = {
    agent: t('Sent by an agent of the editor'),
    file: t('Sent from an .http file'),
    view: t('Sent for the details of a file'),
    user: t('Sent by hand'),
  };
  return words[origin];
}
