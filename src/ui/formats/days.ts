import { localDay, localDayRange } from '../../storage/types/days';
import { capitalised, shownLanguage } from '../../util/text';
import { relativeFormat } from './formats';

/** A local day as a person says it. @param day YYYY-MM-DD */
export function dayInWords(day: string): string {
  const { from, to } = localDayRange(day);
  const today = localDay(Date.now());
  if (day === today) return daysAgo(0);
  if (to === localDayRange(today).from) return daysAgo(1);
  return new Intl.DateTimeFormat(shownLanguage(), { dateStyle: 'full' }).format(from);
}

function daysAgo(days: number): string {
  return capitalised(relativeFormat('auto').format(-days, 'day'));
}
