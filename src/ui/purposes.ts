import { isPurpose } from '../api/limits';
import type { Purpose } from '../api/limits';
import { plainText } from './plainText';

/** What the purposes are called and what they are for ("File purposes and configuration", interface). */

const TEXTS: Record<Purpose, { readonly title: string; readonly explanation: string }> = {
  payment_evidence: {
    title: 'Payment evidence',
    explanation: 'Supporting documentation for payments, such as invoices and receipts',
  },
  business_entity_documents: {
    title: 'Business entity documents',
    explanation:
      'Files for business entity verification, such as registration documents, certificates or identification',
  },
};

/** A purpose as a person reads it; one that the interface does not name is shown as it came. */
export function purposeTitle(purpose: string): string {
  return isPurpose(purpose) ? TEXTS[purpose].title : plainText(purpose, 100);
}

/** What a purpose is for; nothing is known of one that the interface does not name. */
export function purposeExplanation(purpose: string): string {
  return isPurpose(purpose) ? TEXTS[purpose].explanation : 'A purpose that this extension does not know';
}
