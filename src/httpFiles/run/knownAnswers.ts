import type * as vscode from 'vscode';
import type { Exchange } from '../../api/model/exchange';
import type { Reachable } from '../../services/connections';
import type { KnownAnswer } from '../format/answers';
import { parseExactly, parsePlainly } from '../../util/exactJson';

/** So many answers are kept in a window. */
const MOST = 200;

/** The last answers to named requests of `.http` files, per file and environment, while the window is open. */
export class KnownAnswers {
  readonly #answers = new Map<string, KnownAnswer>();

  keep(file: vscode.Uri, environment: Reachable, name: string, answer: KnownAnswer): void {
    const key = keyOf(file, environment, name);
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    for (const oldest of [...this.#answers.keys()].slice(0, -MOST)) this.#answers.delete(oldest);
  }

  find(file: vscode.Uri, environment: Reachable, name: string): KnownAnswer | undefined {
    return this.#answers.get(keyOf(file, environment, name));
  }
}

/** Whether an answer came, whole and of whatever status. */
export function isAnswered(exchange: Exchange | undefined): boolean {
  const { response, error } = exchange?.attempts.at(-1) ?? {};
  return response !== undefined && error === undefined;
}

/** The body of the last answer; undefined where it is no JSON. */
export function bodyOf(exchange: Exchange | undefined): unknown {
  return parsePlainly(exchange?.attempts.at(-1)?.response?.body ?? '');
}

/** What a request was answered, for the requests after it. */
export function readAnswer(body: unknown, exchange: Exchange | undefined): KnownAnswer {
  const { body: text = '', headers = [] } = exchange?.attempts.at(-1)?.response ?? {};
  return { body, headers, exactBody: parseExactly(text) };
}

/** An answer of one account is no answer of another. */
function keyOf(file: vscode.Uri, { id, type, identity, addresses }: Reachable, name: string): string {
  // The Local Sandbox is the same one at whatever port, until it is reset.
  return JSON.stringify([file.toString(), id, identity, type === 'local' ? '' : addresses.apiUrl, name]);
}
