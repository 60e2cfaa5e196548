import type { Exchange } from '../../api/model/exchange';
import type { Hosts } from '../../api/model/requestPlan';
import { codeRequestOf, type CodeRequest } from './codeRequest';
import { csharp, go, java } from './compiled';
import { curl } from './curl';
import { httpFile } from './httpFile';
import { fetchModule, php, powershell, python, ruby } from './scripts';

/** An exchange as code that sends the same request again. The key is always a placeholder. */

export interface CodeTargetInfo {
  readonly title: string;
  /** The editor's language id. */
  readonly language: string;
  readonly write: (request: CodeRequest, hosts?: Hosts) => string;
  /** Its programs were never run. */
  readonly isUntried?: true;
}

/** In the order in which they are offered. */
const TARGETS = {
  curl: { title: 'cURL (bash, zsh)', language: 'shellscript', write: curl },
  http: { title: '.http', language: 'http', write: httpFile },
  fetch: { title: 'JavaScript (fetch)', language: 'javascript', write: fetchModule },
  python: { title: 'Python (requests)', language: 'python', write: python },
  go: { title: 'Go', language: 'go', write: go },
  java: { title: 'Java', language: 'java', write: java },
  csharp: { title: 'C# (HttpClient)', language: 'csharp', write: csharp, isUntried: true },
  php: { title: 'PHP (cURL)', language: 'php', write: php },
  ruby: { title: 'Ruby (Net::HTTP)', language: 'ruby', write: ruby },
  powershell: { title: 'PowerShell', language: 'powershell', write: powershell, isUntried: true },
} as const satisfies Record<string, CodeTargetInfo>;

export type CodeTarget = keyof typeof TARGETS;

export const CODE_TARGETS: readonly (CodeTargetInfo & { readonly id: CodeTarget })[] = Object.entries(
  TARGETS,
).map(([id, target]) => ({ id: id as CodeTarget, ...target }));

/**
 * The request of an exchange as code. The key is read from the environment variable PAYMENTS_API_KEY.
 * @param hosts of its environment, which an `.http` file names by variables
 */
export function generateCode(exchange: Exchange, target: CodeTarget, hosts?: Hosts): string {
  return TARGETS[target].write(codeRequestOf(exchange), hosts);
}
