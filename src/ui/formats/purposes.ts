import { isPurpose, type Purpose } from '../../api/rules/limits';
import { plainText } from '../../util/plainText';
import { t } from '../../util/text';

const WORDS: Readonly<Record<Purpose, () => readonly [title: string, explanation: string]>> = {
  payment_evidence: () => [
    t('Payment evidence'),
    t('Supporting documentation for payments, such as invoices and receipts'),
  ],
  business_entity_documents: () => [
    t('Business entity documents'),
    t(
      'Files for business entity verification, such as registration documents, certificates or identification',
    ),
  ],
};

/** A purpose as a person reads it; one that the interface does not name is shown as it came. */
export function purposeTitle(purpose: string): string {
  return isPurpose(purpose) ? WORDS[purpose]()[0] : plainText(purpose, 100);
}

/** What a purpose is for; nothing is known of one that the interface does not name. */
export function purposeExplanation(purpose: string): string {
  return isPurpose(purpose) ? WORDS[purpose]()[1] : t('Unknown purpose');
}
