/** A catalogue of made-up payments, so that a new sandbox has a list worth paging through. */
import type { Listing } from './listing';

export interface SamplePayment {
  readonly id: string;
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
  readonly createdAt: string;
}

const PAYEES = ['Harbour Coffee', 'Northwind Freight', 'Lumen Studio', 'Cedar & Sons', 'Atlas Cloud Hosting'];
const CURRENCIES = ['EUR', 'USD', 'GBP', 'JPY'];
const FIRST_DAY = Date.UTC(2025, 0, 6, 9, 30);
const DAY_MS = 86_400_000;
const COUNT = 25;

/** Newest first, and the same for ever, so that a page can be shown to somebody else. */
export const SAMPLES: readonly SamplePayment[] = Array.from({ length: COUNT }, (_, index) => {
  const number = COUNT - index;
  return {
    id: `sample_${String(number).padStart(3, '0')}`,
    description: `Invoice ${1000 + number}, ${PAYEES[number % PAYEES.length] ?? ''}`,
    amount: 25 + ((number * 137) % 900),
    currency: CURRENCIES[number % CURRENCIES.length] ?? 'EUR',
    createdAt: new Date(FIRST_DAY + number * DAY_MS).toISOString(),
  };
});

export const sampleListing: Listing<SamplePayment> = {
  name: 'samples',
  total: () => SAMPLES.length,
  position: (sample) => SAMPLES.indexOf(sample),
  first: (limit) => SAMPLES.slice(0, limit),
  after: (position, limit) => SAMPLES.slice(position + 1, position + 1 + limit),
  before: (position, limit) => SAMPLES.slice(Math.max(0, position - limit), position),
};
