import type { ApiOperation, OperationAnswer, OperationContent } from '../../api/model/operations';
import { isJsonType } from '../resolve/parts';
import { sampleContent, sendableType } from './contents';
import type { SampleContext } from './context';
import { sampleParameter } from './requestOf';
import { headerText } from './serialize';

/** An answer made from its description. It can be sent between threads. */
export interface AnswerSample {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Absent where the answer has none, or where no example fits. */
  readonly body?: { readonly contentType: string; readonly value: unknown };
  /** What the body is an example of. */
  readonly content?: OperationContent;
}

const OK = 200;
const WITHOUT_BODY = new Set([204, 205, 304]);

/** What an answer looks like: an example of the lowest 2xx, else of `default`, else of the lowest that is described. */
export function sampleAnswer(operation: ApiOperation, context: SampleContext): AnswerSample {
  const answer = usualOf(operation.answers);
  const status = Number(answer?.status.replace('XX', '00')) || OK;
  const headers =
    answer?.headers?.flatMap((header) => {
      const made = header.required ? sampleParameter(header, context) : undefined;
      return made === undefined ? [] : [[header.name, headerText({}, made.value)] as const];
    }) ?? [];
  const content =
    answer?.contents?.find(({ contentType }) => isJsonType(contentType)) ?? answer?.contents?.[0];
  if (content === undefined || WITHOUT_BODY.has(status)) return { status, headers };
  // Without a schema anything fits, but nothing: a body is described.
  const made = sampleContent(content, context) ?? (content.schema === undefined ? { value: {} } : undefined);
  if (made === undefined) return { status, headers };
  const contentType = sendableType(content.contentType);
  return { status, headers, content, body: { contentType, value: made.value } };
}

function usualOf(answers: readonly OperationAnswer[]): OperationAnswer | undefined {
  return (
    // Names that are numbers stand in their order in an object, before all others, such as 2XX.
    answers.find(({ status }) => status.startsWith('2')) ??
    answers.find(({ status }) => status === 'default') ??
    // Not 1xx: an answer follows such a one.
    answers.find(({ status }) => !status.startsWith('1'))
  );
}
