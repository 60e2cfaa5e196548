import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { CancelledError } from '../api/model/errors';
import { redactorOf } from '../services/environments/redactor';
import { choiceOf, environmentOf, optionsOf } from '../commands/arguments';
import type { Handlers } from '../commands/commands';
import { commandTitle } from '../commands/titles';
import { documentedApi } from '../descriptions/export/documented';
import { countOperations, type OpenApi } from '../descriptions/export/openApi';
import { SeenApi } from '../descriptions/infer/seenApi';
import { targetBelow } from '../descriptions/infer/targetBelow';
import type { Environment } from '../services/environments/environmentModel';
import type { Services } from '../services/services';
import { openAction, showMessage } from '../ui/messages';
import { environmentTitle } from '../ui/environmentTitle';
import { shareOf, withCancellableProgress } from '../ui/progress';
import { askSaveTarget, targetOf } from '../ui/questions/saveTarget';
import { writeChunks } from '../ui/documents/writeChunks';
import { pickOne } from '../ui/questions/answered';
import { t } from '../util/text';

/** What is described: the documented interface, what the history holds, or what the filter of Requests leaves of it. */
const SUBJECTS = ['documented', 'seen', 'filtered'] as const;
type Subject = (typeof SUBJECTS)[number];

/** The requests that the Requests view is narrowed to; undefined while it is not. */
export type Filtered = () => Promise<
  { readonly environment: string; readonly ids: readonly string[] } | undefined
>;

/** How long exchanges are read before everybody else has a turn, in milliseconds. */
const AT_ONCE = 15;

/** The command that writes what is known of the API as an OpenAPI document. */
export function createExportCommand(services: Services, filtered: Filtered) {
  return {
    async exportApiDescription(given) {
      const { source, ...options } = optionsOf(given);
      // `source` is that of a row of the API view.
      const of = source === 'documented' ? source : choiceOf(options, 'of', SUBJECTS);
      const active = services.environments.get(environmentOf(given));
      const place = targetOf(given);
      // A caller who names the file is not asked what goes in.
      const left = of === 'documented' ? undefined : await filtered();
      const subject =
        of ?? (place === undefined ? await askSubject(active, left !== undefined) : 'documented');
      const shown = subject === 'filtered' ? left : undefined;
      const environment = shown === undefined ? active : services.environments.get(shown.environment);
      const target = place ?? (await askTarget(subject, environment));
      const document =
        subject === 'documented' ? documentedApi() : await seenIn(services, environment, shown?.ids);
      const operations = countOperations(document);
      await writeChunks(target, [`${JSON.stringify(document, undefined, 2)}\n`]);
      const said = t('Operations exported as OpenAPI, without values and API keys: {0}.', operations);
      showMessage('info', said, [openAction(target)]);
      return { data: { uri: target.toString(), operations } };
    },
  } satisfies Partial<Handlers>;
}

/**
 * Describes what the history of an environment holds.
 * @param ids of the requests that count; all of them when absent
 * @throws CancelledError when the user called it off
 */
async function seenIn(
  { keys, storage, operations }: Services,
  environment: Environment,
  ids: readonly string[] | undefined,
): Promise<OpenApi> {
  const { history, files } = await storage.get();
  const seen = new SeenApi({
    knownPath: (method, path) => operations.match(method, path)?.path,
    isKnownId: (text) => files.get(environment.id, text) !== undefined,
  });
  const total = ids?.length ?? history.count({ environment: environment.id });
  const exchanges = ids?.values().map((id) => history.get(id)) ?? history.all(environment.id);
  const title = t('Reading the requests of {0}', environmentTitle(environment));
  await withCancellableProgress(title, async (signal, report) => {
    let [done, turn] = [0, performance.now()];
    for (const exchange of exchanges) {
      // One may have been dropped meanwhile.
      const target = exchange && targetBelow(exchange, environment.addresses);
      if (exchange !== undefined && target !== undefined) seen.add(exchange, target);
      done += 1;
      if (performance.now() - turn < AT_ONCE) continue;
      report(...shareOf(done, total));
      await setImmediate();
      if (signal.aborted) throw new CancelledError();
      turn = performance.now();
    }
  });
  const document = seen.document(t('{0}, as it was seen', environment.name));
  // A key may have been stored since it was seen as the name of something.
  return (await redactorOf(keys)).json(document) as OpenApi;
}

function askSubject(environment: Environment, isNarrowed: boolean): Promise<Subject> {
  const filtered = { label: t('What the filter of Requests leaves'), value: 'filtered' } as const;
  const items = [
    { label: t('Documented operations'), value: 'documented' },
    { label: t('What was seen in {0}', environment.name), value: 'seen' },
    ...(isNarrowed ? [filtered] : []),
  ] as const;
  return pickOne(items, { title: commandTitle('exportApiDescription') });
}

function askTarget(subject: Subject, { id }: Environment): Promise<vscode.Uri> {
  const name =
    subject === 'documented' ? 'payments-api.json' : `payments-api-${id.replace(/[^\w-]/g, '_')}.json`;
  return askSaveTarget(commandTitle('exportApiDescription'), name, { JSON: ['json'] });
}
