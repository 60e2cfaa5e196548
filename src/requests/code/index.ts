import type { Exchange } from '../../api/model/exchange';
import type { Hosts } from '../../api/model/requestPlan';
import { readRequest } from './codeRequest';
import { curl } from './curl';
import { fetchModule } from './fetch';
import { httpFile } from './httpFile';
import { LANGUAGES } from './languages';
import type { LanguageId } from './languages';
import { programOf } from './program';

/** An exchange as code that sends the same request again. The key is always a placeholder. */

export type CodeTarget = 'curl' | 'http' | 'fetch' | LanguageId;

export interface CodeTargetInfo {
  readonly id: CodeTarget;
  readonly title: string;
  /** The editor's language id. */
  readonly language: string;
  /** Its programs were never run. */
  readonly isUntried?: true;
}

/** In the order in which they are offered. */
export const CODE_TARGETS: readonly CodeTargetInfo[] = [
  { id: 'curl', title: 'cURL (bash, zsh)', language: 'shellscript' },
  { id: 'http', title: '.http', language: 'http' },
  { id: 'fetch', title: 'JavaScript (fetch)', language: 'javascript' },
  { id: 'python', title: 'Python (requests)', language: 'python' },
  { id: 'go', title: 'Go', language: 'go' },
  { id: 'java', title: 'Java', language: 'java' },
  { id: 'csharp', title: 'C# (HttpClient)', language: 'csharp', isUntried: true },
  { id: 'php', title: 'PHP (cURL)', language: 'php' },
  { id: 'ruby', title: 'Ruby (Net::HTTP)', language: 'ruby' },
  { id: 'powershell', title: 'PowerShell', language: 'powershell', isUntried: true },
];

/**
 * The request of an exchange as code. The key is read from the environment variable PAYMENTS_API_KEY.
 * @param hosts of its environment, which an `.http` file names by variables
 */
export function generateCode(exchange: Exchange, target: CodeTarget, hosts?: Hosts): string {
  const request = readRequest(exchange);
  if (target === 'curl') return curl(request);
  if (target === 'http') return httpFile(request, hosts);
  if (target === 'fetch') return fetchModule(request);
  return programOf(request, LANGUAGES[target]);
}
