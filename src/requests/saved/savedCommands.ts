import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { redactorOf } from '../../services/environments/redactor';
import { choiceOf, optionsOf, refuse } from '../../commands/arguments';
import { isObject } from '../../util/objects';
import type { Handlers } from '../../commands/commands';
import { commandTitle } from '../../commands/titles';
import { confirmModally } from '../../ui/questions/confirm';
import { askSaveTarget } from '../../ui/questions/saveTarget';
import { showDocument } from '../../ui/documents/showDocument';
import { writeChunks } from '../../ui/documents/writeChunks';
import { plainText } from '../../util/plainText';
import { showMessage } from '../../ui/messages';
import { leaveRows } from '../../ui/views/leaving';
import { readExchangeTarget } from '../exchange/exchanges';
import { activeExchangeId, SCHEME } from '../exchange/requestUris';
import { folderOf } from '../../httpFiles/drafts';
import { extractRequest } from '../../httpFiles/format/extract';
import { writeRequest } from '../../httpFiles/format/write';
import { titleOf } from '../../httpFiles/format/shown';
import { chooseRequest } from '../../httpFiles/run/chooseRequest';
import { isHttpFile, openHttpFile, refuseUntrusted, textOf } from '../../httpFiles/run/httpFiles';
import { parseHttpFile } from '../../httpFiles/format/parse/parse';
import type { RequestPlan } from '../../api/model/requestPlan';
import type { Services } from '../../services/services';
import { writtenAs } from '../plan/resend';
import { askName, readName, type SavedRequest, type SavedRequests } from './savedRequests';
import { withoutEdges } from '../../util/edges';
import { t } from '../../util/text';
import { pickOne } from '../../ui/questions/answered';

export interface SavedCommandParts {
  readonly keys: Pick<Services['keys'], 'every'>;
  readonly saved: SavedRequests;
  /** The user's own requests, and those in files of the workspace. */
  readonly every: () => Promise<readonly SavedRequest[]>;
  /** The request of an exchange. @throws PreflightError when it was not kept as it was sent */
  readonly planOf: (exchangeId: string) => Promise<RequestPlan>;
  readonly sendFromFile: Handlers['sendFromFile'];
}

/** A request about to be saved: what it is called for now, and its text under a title. */
interface Savable {
  readonly suggestion: string;
  /** @param target the folder of a file that others get too */
  readonly text: (title: string, target?: string) => string;
}

/** Saving requests as `.http` files, and sending them again. */
export function createSavedCommands({ keys, saved, every, planOf, sendFromFile }: SavedCommandParts) {
  const savableOf = async (target: unknown, options: unknown): Promise<Savable> => {
    const file = fileOf(target);
    if (file !== undefined && isHttpFile(file)) {
      // Once saved it would be the user's own.
      refuseUntrusted(file, (uri) => saved.isOwn(uri));
      return fromHttpFile(file, options);
    }
    const id = file === undefined ? (readExchangeTarget(target) ?? activeExchangeId()) : undefined;
    if (id === undefined) throw refuse(t('Open an .http file or an answer first. Nothing was saved.'));
    const plan = await planOf(id);
    return {
      suggestion: `${plan.method} ${plan.target}`,
      text: (title) => writeRequest({ ...writtenAs(plan), title }),
    };
  };

  return {
    async saveRequest(target, given) {
      const { suggestion, text } = await savableOf(target, given);
      const redactor = await redactorOf(keys);
      // A key that is written out in its file, or that the service gave and that was stored since.
      const keyless: Savable['text'] = (...where) => {
        const written = text(...where);
        if (redactor.text(written) !== written)
          throw refuse(
            t(
              'Secrets do not belong in a file that a team shares. Enter a key as the API key of the environment.',
            ),
          );
        return written;
      };
      const named = optionsOf(given)['name'];
      const name = named === undefined ? await askName(suggestion) : readName(named);
      const asked = choiceOf(given, 'place', ['user', 'workspace']);
      const place = asked ?? (named === undefined ? await askPlace() : 'user');
      const uri =
        place === 'workspace' ? await saveInWorkspace(name, keyless) : await saved.save(name, keyless(name));
      showMessage(
        'info',
        t('Saved the request as {0}. You find it in the Requests view.', plainText(name, 100)),
        [{ title: t('Open'), run: () => showDocument(uri, {}) }],
      );
      return { data: { name, uri: uri.toString() } };
    },

    async runSavedRequest(given, options) {
      const row = rowOf(given);
      const isByCode = typeof given === 'string';
      const request =
        row ??
        (given === undefined
          ? await askSaved(await every(), (uri) => saved.isOwn(uri))
          : await saved.get(readName(given)));
      const { environment, reveal } = optionsOf(options) as { environment?: string; reveal?: boolean };
      return sendFromFile(request.uri, {
        shown: request,
        interactive: !isByCode,
        ...(environment !== undefined && { environment }),
        ...(reveal !== undefined && { reveal }),
      });
    },

    async removeSavedRequest(given) {
      const row = rowOf(given);
      const request = row ?? (await saved.get(readName(given)));
      if (!saved.isOwn(request.uri)) {
        throw refuse(t('Only requests of your own collection are removed here. Edit the file.'));
      }
      if (row !== undefined) {
        await confirmModally(
          t('Remove the saved request {0}?', plainText(request.name, 100)),
          t('Requests that were sent stay in the history.'),
          t('Remove'),
        );
      }
      await leaveRows('requests', [given]);
      await saved.remove(request);
      return { data: { name: request.name } };
    },
  } satisfies Partial<Handlers>;
}

/** The file in front, or the one that was passed; undefined where an exchange is meant. */
function fileOf(target: unknown): vscode.Uri | undefined {
  const uri = target ?? vscode.window.activeTextEditor?.document.uri;
  return uri instanceof vscode.Uri && uri.scheme !== SCHEME ? uri : undefined;
}

async function fromHttpFile(uri: vscode.Uri, options: unknown): Promise<Savable> {
  const text = await textOf(await openHttpFile(uri));
  const file = parseHttpFile(text);
  const editor = vscode.window.activeTextEditor;
  const isInFront = editor !== undefined && editor.document.uri.toString() === uri.toString();
  const line = isInFront ? editor.selection.active.line : undefined;
  // A name is the one to save it by.
  const request = chooseRequest(file, { line, ...optionsOf(options), name: undefined });
  const own = folderOf(uri);
  const folder = own?.scheme === 'file' ? own.fsPath : undefined;
  return {
    suggestion: titleOf(request),
    text: (title, target) => extractRequest(text, file, request, { title, folder, target }),
  };
}

type SavePlace = 'user' | 'workspace';

/** Where it is kept, where there is a choice. @throws CancelledError when the question was dismissed */
async function askPlace(): Promise<SavePlace> {
  if (vscode.workspace.workspaceFolders?.[0] === undefined || !vscode.workspace.isTrusted) return 'user';
  const items = [
    {
      label: `$(account) ${t('For Me')}`,
      description: t('in every workspace of this computer'),
      value: 'user',
    },
    {
      label: `$(root-folder) ${t('In This Workspace…')}`,
      description: t('a file to share; it contains no key'),
      value: 'workspace',
    },
  ] as const;
  return pickOne(items, { title: commandTitle('saveRequest') });
}

async function saveInWorkspace(name: string, text: Savable['text']): Promise<vscode.Uri> {
  const fileName = `${withoutEdges(name.replace(/[^\p{L}\p{N}_ -]+/gu, '-'), /[-\s]/) || 'request'}.http`;
  const uri = await askSaveTarget(commandTitle('saveRequest'), fileName, { HTTP: ['http'] });
  const target = uri.scheme === 'file' ? dirname(uri.fsPath) : undefined;
  await writeChunks(uri, [text(name, target)]);
  return uri;
}

/** The request in a row of the view. */
function rowOf(value: unknown): SavedRequest | undefined {
  if (!isObject(value) || !isObject(value['saved'])) return undefined;
  const { saved } = value;
  return saved['uri'] instanceof vscode.Uri && typeof saved['text'] === 'string'
    ? (saved as unknown as SavedRequest)
    : undefined;
}

function askSaved(all: readonly SavedRequest[], isOwn: (uri: vscode.Uri) => boolean): Promise<SavedRequest> {
  return pickOne(
    all.map((request) => ({
      label: plainText(request.name, 100),
      description: plainText(`${request.method} ${request.path}`, 200),
      detail: isOwn(request.uri) ? '' : plainText(vscode.workspace.asRelativePath(request.uri), 200),
      value: request,
    })),
    {
      title: commandTitle('runSavedRequest'),
      placeHolder: t('Choose a request. Save more from the Requests view or an .http file.'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
}
