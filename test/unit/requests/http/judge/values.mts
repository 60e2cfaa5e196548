/** What the service answers to every request of judge.http, and what is typed where one of them asks. */

export const ANSWER = {
  success: true,
  message: 'Done',
  data: { id: 'a-b_c', flag: true, list: [{ id: 'l 1' }] },
} as const;

export const ANSWER_HEADERS = { 'content-type': 'application/json', 'x-request-id': 'req-9' } as const;

export const PROMPTED = { amount: 'ten and a half' } as const;
