import { PreflightError } from '../../api/model/errors';
import { plainText } from '../../util/plainText';
import type { HttpRefusal } from '../format/parse/model';
import { PROBLEM_TEXTS, type ProblemCode } from '../format/parse/problems';
import { isName } from '../format/resolve';
import { t } from '../../util/text';

/** A problem as a person reads it: what it is and what to do. @param unreadable why shared variables are not known */
export function problemText(code: ProblemCode, args: readonly string[], unreadable?: string): string {
  if (unreadable !== undefined && code === 'unknown-variable' && args.every(isName)) return unreadable;
  const [first = '', second = ''] = args.map((text) => plainText(text, 200));
  return PROBLEM_TEXTS[code](first, second);
}

/** A refusal to send a request of a file. */
export function refusal({ code, args, line }: HttpRefusal): PreflightError {
  const problem = problemText(code, args);
  const what = line === undefined ? problem : t('Line {0}: {1}', line + 1, problem);
  return new PreflightError(t('{0} Nothing was sent.', what));
}
