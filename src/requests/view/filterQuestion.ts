import * as vscode from 'vscode';
import { commandTitle } from '../../commands/titles';
import type { RequestFilter } from '../../commands/table/commandTypes';
import { ORIGINS } from './requestFilter';
import { originInWords } from '../exchange/exchangeWords';
import { answered } from '../../ui/questions/answered';
import { dayInWords } from '../../ui/formats/days';
import { capitalised, t } from '../../util/text';

/** What a filter can choose from. */
export interface FilterChoices {
  readonly methods: readonly string[];
  /** Local days with requests, YYYY-MM-DD, newest first. */
  readonly days: readonly string[];
  readonly environments: readonly { readonly id: string; readonly title: string }[];
}

const DAYS = 14;

type Key = Exclude<keyof RequestFilter, 'text'>;

/** A choice sets one part of the filter, or takes it away with no value. */
type Choice = vscode.QuickPickItem & { readonly key?: Key; readonly value?: string | true | undefined };

/**
 * Asks which requests to show: what is typed is the text, and shows at once; what is picked is one more condition.
 * @param before the filter as it is
 * @param preview called with what is typed
 * @throws CancelledError when it was dismissed
 */
export function askFilter(
  before: RequestFilter,
  choices: FilterChoices,
  preview: (filter: RequestFilter) => void,
): Promise<RequestFilter> {
  const pick = vscode.window.createQuickPick<Choice>();
  pick.title = commandTitle('filterRequests');
  pick.placeholder = t('Type words, or choose a condition');
  pick.value = before.text ?? '';
  // A click on a row that was found must not bring back the others.
  pick.ignoreFocusOut = true;
  pick.items = itemsOf(before, choices);
  pick.activeItems = pick.items.slice(0, 1);
  const { text: _typed, ...conditions } = before;
  const typed = (): RequestFilter => {
    const text = pick.value.trim();
    return { ...conditions, ...(text !== '' && { text }) };
  };
  pick.onDidChangeValue(() => preview(typed()));
  return answered(pick, () => {
    const chosen = pick.selectedItems[0] ?? pick.activeItems[0];
    return chosen === undefined ? typed() : changed(typed(), chosen);
  });
}

/** The filter with what was chosen; a condition that is chosen again is taken away. */
function changed(filter: RequestFilter, { key, value }: Choice): RequestFilter {
  if (key === undefined) return filter;
  const { [key]: earlier, ...others } = filter;
  const isSwitchedOff = key !== 'outcome' && earlier === value;
  return value === undefined || isSwitchedOff ? others : { ...others, [key]: value };
}

function itemsOf(before: RequestFilter, { methods, days, environments }: FilterChoices): Choice[] {
  // The editor shows no separators while something is typed, so each row says what it is about.
  const item = (key: Key, value: string | true | undefined, label: string, icon: string, about?: string) => {
    const isOn = key !== 'outcome' && before[key] === value;
    const description = about === undefined ? {} : { description: about };
    return { label: `$(${isOn ? 'check' : icon}) ${label}`, alwaysShow: true, key, value, ...description };
  };
  const outcomes = [
    item('outcome', undefined, t('All outcomes'), 'list-flat'),
    item('outcome', 'failed', t('Failed only'), 'error'),
    item('outcome', 'ok', t('Successful only'), 'pass'),
  ];
  const isCurrent = ({ value }: Choice) => Number(value === before.outcome);
  return [
    // The editor activates the first row as one types: Enter leaves the outcome as it is.
    ...outcomes.toSorted((a, b) => isCurrent(b) - isCurrent(a)),
    item('differs', true, capitalised(t('differs from its description')), 'warning'),
    ...methods.map((method) => item('method', method, method, 'symbol-method', t('method'))),
    ...ORIGINS.map((origin) => item('origin', origin, originInWords(origin), 'arrow-right', t('sent'))),
    ...days.slice(0, DAYS).map((day) => item('day', day, dayInWords(day), 'calendar', t('day'))),
    ...environments.map(({ id, title }) =>
      item('environment', id, title, 'server-environment', t('environment')),
    ),
  ];
}
