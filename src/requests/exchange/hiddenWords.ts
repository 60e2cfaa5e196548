import * as vscode from 'vscode';
import { plainText } from '../../util/plainText';
import type { HiddenPart } from './hiddenParts';
import { shownLanguage } from '../../util/text';

/** The parts in words, such as `its address, its body`. */
export function describeHidden(parts: readonly HiddenPart[]): string {
  const words = parts.map((part) => {
    switch (part.kind) {
      case 'address':
        return vscode.l10n.t('the address');
      case 'body':
        return vscode.l10n.t('the body');
      case 'cut':
        return vscode.l10n.t('the end of the body, which was not kept');
      case 'bodyField':
        return vscode.l10n.t('the field "{0}" of the body', plainText(part.name, 100));
      case 'header':
        return vscode.l10n.t('the header {0}', part.name);
      case 'field':
        return vscode.l10n.t('the field {0}', part.name);
    }
  });
  return new Intl.ListFormat(shownLanguage(), { type: 'conjunction' }).format(words);
}
