import * as vscode from 'vscode';
import { commandTitle } from '../../commands/titles';
import { CancelledError } from '../../api/model/errors';
import type { RequestPlan } from '../../api/model/requestPlan';
import type { Reachable } from '../../services/connections';
import type { Permit } from '../../services/sender';
import type { Services } from '../../services/services';
import { askValue, type KnownValue } from '../../ui/questions/askValue';
import type { BuiltRequest } from '../format/build';
import type { HttpFile, HttpRequest, Prompt } from '../format/parse/model';
import type { Scope } from '../format/resolve';
import type { SharedVariables } from '../sharedVariables';
import { knownFileIds } from './knownFileIds';
import { isPathPart } from './pathPart';
import { t } from '../../util/text';

/** A run of a file: one request of it, or several. */
export interface FileRun {
  readonly uri: vscode.Uri;
  readonly file: HttpFile;
  readonly environment: Reachable;
  readonly given: ReadonlyMap<string, string>;
  /** What the team shares for the environment. */
  readonly shared: ReadonlyMap<string, string>;
  /** See `Scope`. */
  readonly momentary: NonNullable<Scope['momentary']>;
  /** Ends its questions. */
  readonly cancelling?: vscode.CancellationToken;
  /** A person is there: a write whose earlier result is not known is asked about. */
  readonly isPerson: boolean;
  /** What the person was asked at the beginning of the run: the values of prompts by what was asked, and what may be sent. */
  readonly prompted: Map<string, string>;
  readonly agreed: Map<HttpRequest, Agreed>;
  /** The names of requests that got no answer in this run: nothing is taken from an earlier one. */
  readonly unanswered: Set<string | undefined>;
}

/** A request as it will be sent: through the sender, or as an upload. */
export type Prepared = { readonly built: BuiltRequest } & (
  | { readonly plan: RequestPlan; readonly upload?: undefined }
  | { readonly upload: NonNullable<BuiltRequest['upload']>; readonly plan?: undefined }
);

interface Agreed {
  readonly prepared: Prepared;
  readonly permit: Permit;
}

/** What is asked of a file before one or several of its requests are sent. */
export interface RunStart extends Pick<FileRun, 'uri' | 'file' | 'given' | 'isPerson' | 'cancelling'> {
  readonly environmentId: string;
}

/** Begins a run. @throws PaymentsError when the environment, or what the team shares, is not ready */
export async function beginRun(
  { connections }: Pick<Services, 'connections'>,
  shared: SharedVariables,
  { environmentId, ...start }: RunStart,
): Promise<FileRun> {
  const environment = await connections.ready(environmentId);
  return {
    ...start,
    environment,
    shared: await shared.of(start.uri, environment),
    momentary: new Map(),
    prompted: new Map(),
    agreed: new Map(),
    unanswered: new Set(),
  };
}

/** @throws CancelledError once the run is cancelled: nothing is asked any more */
export function throwIfCancelled({ cancelling }: Pick<FileRun, 'cancelling'>): void {
  if (cancelling?.isCancellationRequested === true) throw new CancelledError();
}

/**
 * Asks for the values of `# @prompt` that no caller gave, each once in a run.
 * @param storage has the values that are known for one
 * @throws CancelledError when one was dismissed
 */
export async function askPrompts(
  { given, environment, prompted, cancelling }: FileRun,
  request: HttpRequest,
  storage: Services['storage'],
): Promise<ReadonlyMap<string, string>> {
  const { prompts, name, title } = request;
  const answers = new Map<string, string>();
  for (const prompt of prompts) {
    if (given.has(prompt.name)) continue;
    // Under another description it is another question, such as for another amount.
    const question = JSON.stringify([prompt.name, prompt.description]);
    const value =
      prompted.get(question) ??
      (await askPrompt(
        t('{0}: {1}', environment.name, name ?? title ?? commandTitle('sendRequest')),
        prompt,
        knownFileIds(await storage.ifUsed(), environment.id, prompt, request),
        isPathPart(prompt.name, request.url),
        cancelling,
      ));
    if (value === undefined) throw new CancelledError();
    prompted.set(question, value);
    answers.set(prompt.name, value);
  }
  return answers;
}

function askPrompt(
  title: string,
  { name, description }: Prompt,
  known: readonly KnownValue[],
  isNeeded: boolean,
  cancelling?: vscode.CancellationToken,
): Thenable<string | undefined> {
  const about = description === '' ? name : description;
  // This one takes no empty text.
  if (known.length > 0 || isNeeded) return askValue({ title, name, description: about }, known, cancelling);
  const box = { title, prompt: about, placeHolder: name, ignoreFocusOut: true };
  return vscode.window.showInputBox(box, cancelling);
}
