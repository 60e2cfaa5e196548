import type { ExchangeWords } from '../../../src/requests/exchange/exchangeText';

/** The words of an exchange's document, in short. */
export const words: ExchangeWords = {
  locale: 'en',
  scenario: (id) => `Scenario: ${id}`,
  outcome: ({ outcome }) => outcome,
  notAsDocumented: (what) => `Not as documented: ${what}`,
  noBody: () => 'No body',
  binaryBody: (size) => `Binary, ${size}`,
  responseHeaders: (count) => `Response headers (${count})`,
  request: () => 'Request',
  alteredRequest: () => 'Altered',
  attempts: (count) => `Attempts (${count})`,
  about: () => 'About',
  afterWait: (wait) => `after ${wait}`,
  inTime: (duration) => `in ${duration}`,
  noAnswer: () => 'no answer',
  requestId: (id) => `request id ${id}`,
  started: (time) => `Started: ${time}`,
  environment: (id) => `Environment: the name of ${id}`,
  exchangeId: (id) => `Exchange: ${id}`,
  origin: (origin) => `By ${origin}`,
  file: (name, mimeType, size) => `File: ${name} (${mimeType}, ${size})`,
};
