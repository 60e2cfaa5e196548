import { randomUUID } from 'node:crypto';

/** The requests by which a set-up tries addresses and key: for a file that cannot exist. */

const TEST_CALL = /(?:\/files|\/test-call)\/test-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** An id that no file and nothing else has. */
export function testId(): string {
  return `test-${randomUUID()}`;
}

/** Whether a path belongs to a test call. It is not a request of the user, and a 404 is the expected answer. */
export function isTestCall(path: string): boolean {
  return TEST_CALL.test(path);
}
