import { testOutput } from '../../host/runner/suite.mts';

/** Prints from within the extension host: the runner shows lines that begin so. */
export function print(text: string): void {
  for (const line of text.split('\n')) console.log(testOutput + line);
}
