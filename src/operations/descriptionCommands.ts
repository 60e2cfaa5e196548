import * as vscode from 'vscode';
import { CancelledError, NotFoundError, invalidArgument } from '../api/model/errors';
import type { Handlers } from '../commands/commands';
import { commandTitle } from '../commands/titles';
import type { DescribedDocument } from '../services/descriptions/descriptions';
import type { Services } from '../services/services';
import { notTrusted } from '../ui/trust';
import { isObject } from '../util/objects';
import { literal } from '../util/plainText';
import { pickOne } from '../ui/questions/answered';
import { t } from '../util/text';

/**
 * Adding and removing API descriptions.
 * @param show shows a document in the API view
 */
export function createDescriptionCommands({ descriptions }: Services, show: (uri: string) => unknown) {
  return {
    async addApiDescription(given, menu) {
      if (!vscode.workspace.isTrusted) {
        throw notTrusted(t('API descriptions are only used in trusted workspaces. Nothing was added.'));
      }
      const uri = readUri(given) ?? (await pickFile());
      const { title, version, operations, remarks } = await descriptions.add(uri);
      const warnings = remarks.map(({ message, line }) =>
        line === undefined ? message : t('Line {0}: {1}', line + 1, message),
      );
      // A person in the explorer, or in the palette, may not have the view in sight. A row of it passes nothing else.
      if (given === undefined || menu !== undefined) void show(uri.toString());
      return { data: { title, version, operations: operations.length, warnings } };
    },

    async removeApiDescription(given) {
      await descriptions.ready();
      const source = sourceOf(given) ?? (await pickDocument(descriptions.documents)).uri;
      await descriptions.remove(source);
      return { data: {} };
    },
  } satisfies Partial<Handlers>;
}

/** @throws PreflightError for anything but an address, or nothing */
function readUri(given: unknown): vscode.Uri | undefined {
  if (given === undefined || given === null || given instanceof vscode.Uri) return given ?? undefined;
  throw invalidArgument('uri', 'vscode.Uri');
}

/** An address, or a row of the API view. */
function sourceOf(given: unknown): string | undefined {
  if (isObject(given) && typeof given['source'] === 'string') return given['source'];
  return readUri(given)?.toString();
}

async function pickFile(): Promise<vscode.Uri> {
  const inFront = vscode.window.activeTextEditor?.document.uri;
  const [uri] =
    (await vscode.window.showOpenDialog({
      ...(inFront && vscode.workspace.getWorkspaceFolder(inFront) && { defaultUri: inFront }),
      title: t('Add an API description…'),
      filters: { OpenAPI: ['json', 'yaml', 'yml'] },
    })) ?? [];
  if (uri !== undefined) return uri;
  throw new CancelledError();
}

async function pickDocument(documents: readonly DescribedDocument[]): Promise<DescribedDocument> {
  if (documents.length === 0) throw new NotFoundError(t('No API description was added.'));
  const items = documents.map((document) => ({
    label: literal(document.title),
    description: vscode.workspace.asRelativePath(vscode.Uri.parse(document.uri)),
    value: document,
  }));
  return pickOne(items, { title: commandTitle('removeApiDescription') });
}
