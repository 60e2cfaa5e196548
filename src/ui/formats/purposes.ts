import { isPurpose } from '../../api/rules/limits';
import { plainText } from '../../util/plainText';
import { t } from '../../util/text';

/** What the purposes are called and what they are for ("Upload a file" in docs/api.md). */

/** A purpose as a person reads it; one that the interface does not name is shown as it came. */
export function purposeTitle(purpose: string): string {
  if (!isPurpose(purpose)) return plainText(purpose, 100);
  switch (purpose) {
    case 'payment_evidence':
      return t('Payment evidence');
    case 'business_entity_documents':
      return t('Business entity documents');
  }
}

/** What a purpose is for; nothing is known of one that the interface does not name. */
export function purposeExplanation(purpose: string): string {
  if (!isPurpose(purpose)) return t('Unknown purpose');
  switch (purpose) {
    case 'payment_evidence':
      return t('Supporting documentation for payments, such as invoices and receipts');
    case 'business_entity_documents':
      return t(
        'Files for business entity verification, such as registration documents, certificates or identification',
      );
  }
}
