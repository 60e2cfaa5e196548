import { localDay, localDayRange } from '../../storage/types/days';
import { shownLanguage, t } from '../../util/text';

/** A local day as a person says it. @param day YYYY-MM-DD */
export function dayInWords(day: string): string {
  const { from, to } = localDayRange(day);
  const today = localDay(Date.now());
  if (day === today) return t('Today');
  if (to === localDayRange(today).from) return t('Yesterday');
  return new Intl.DateTimeFormat(shownLanguage(), { dateStyle: 'full' }).format(from);
}
