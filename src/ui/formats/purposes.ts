import type { l10n } from 'vscode';
import { isPurpose } from '../../api/rules/limits';
import { plainText } from '../../util/plainText';

/** What the purposes are called and what they are for ("Upload a file" in docs/api.md). */

/** The editor's translator, as a parameter: this module works without the editor. */
export type Translator = Pick<typeof l10n, 't'>;

/** A purpose as a person reads it; one that the interface does not name is shown as it came. */
export function purposeTitle(purpose: string, l10n: Translator): string {
  if (!isPurpose(purpose)) return plainText(purpose, 100);
  switch (purpose) {
    case 'payment_evidence':
      return l10n.t('Payment evidence');
    case 'business_entity_documents':
      return l10n.t('Business entity documents');
  }
}

/** What a purpose is for; nothing is known of one that the interface does not name. */
export function purposeExplanation(purpose: string, l10n: Translator): string {
  if (!isPurpose(purpose)) return l10n.t('Unknown purpose');
  switch (purpose) {
    case 'payment_evidence':
      return l10n.t('Supporting documentation for payments, such as invoices and receipts');
    case 'business_entity_documents':
      return l10n.t(
        'Files for business entity verification, such as registration documents, certificates or identification',
      );
  }
}
