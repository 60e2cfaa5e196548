import type { Exchange } from '../../api/model/exchange';
import type { Handlers } from '../../commands/commands';
import { refuse } from '../../commands/arguments';
import type { Services } from '../../services/services';
import { openDraft } from '../../httpFiles/drafts';
import { showMessage } from '../../ui/messages';
import { requireExchanges, type Exchanges } from '../exchange/exchanges';
import { hiddenParts } from '../exchange/hiddenParts';
import { withoutKeys } from '../exchange/laterKeys';
import { addressesOf, openText } from './copyCommands';
import { askTarget } from './harCommands';
import type { Reports } from './reports';
import { t } from '../../util/text';

/** More would not be read by anybody. */
const MOST = 200;

/**
 * What is made of the selected requests. A bundle and an `.http` file are opened to be looked at, and leave only when
 * the user saves them.
 */
export function createSelectionCommands(
  { context, environments, keys }: Services,
  exchanges: Exchanges,
  reports: Reports,
  exportHar: Handlers['exportHar'],
  edit: (exchange: Exchange) => Promise<string>,
) {
  /** Oldest first, as they were sent. */
  const selected = async (target: unknown, selection: unknown): Promise<Exchange[]> => {
    const ids = requireExchanges(target, selection);
    if (ids.length > MOST) throw refuse(t('Select at most {0} requests.', MOST));
    const all = await Promise.all(ids.map((id) => exchanges.get(id)));
    return all.toSorted((a, b) => a.startedAt - b.startedAt).map(await withoutKeys(keys));
  };

  return {
    async exportSelectedHar(row, selection, options) {
      const ids = requireExchanges(row, selection);
      // The view shows one environment at a time.
      const { environment } = await exchanges.getKept(ids[0] ?? '');
      const target = options?.target ?? (await askTarget(environment));
      return exportHar({ environment, exchangeIds: ids, target });
    },

    async exportSupportBundle(target, selection) {
      const all = await selected(target, selection);
      const text = reports.bundle(all);
      await openText(text, 'plaintext');
      return { data: { count: all.length, text } };
    },

    async editRequest(target, selection) {
      const all = await selected(target, selection);
      const [first] = all;
      if (all.length === 1 && first !== undefined) return { data: { count: 1, text: await edit(first) } };
      const whole = all.filter((each) => each.operation !== 'content' && hiddenParts(each).length === 0);
      if (whole.length === 0) {
        throw refuse(t('None of these requests was kept as it was sent. Nothing was exported.'));
      }
      const { generateCode } = await import('../code');
      const text = whole
        .map((each) => `### ${titleOf(each)}\n${generateCode(each, 'http', addressesOf(environments, each))}`)
        .join('\n');
      await openDraft(context, `requests-${whole.length}`, text);
      const leftOut = all.length - whole.length;
      if (leftOut > 0) {
        showMessage(
          'warning',
          t('Left out because they were not kept as they were sent: {0} of {1}.', leftOut, all.length),
        );
      }
      return { data: { count: whole.length, text } };
    },
  } satisfies Partial<Handlers>;
}

function titleOf({ method, path }: Exchange): string {
  return `${method} ${path.split('?', 1)[0] ?? ''}`.replace(/\s+/g, ' ');
}
