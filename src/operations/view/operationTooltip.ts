import type { ApiOperation, OperationParameter } from '../../api/model/operations';
import { plainText } from '../../util/plainText';
import { capitalised, firstOf, listed, t } from '../../util/text';

/** How many parameters a tooltip names. */
const NAMED = 20;

/** All that an operation takes and gives, as plain text: descriptions come from elsewhere. */
export function operationTooltip(operation: ApiOperation, result: string): string {
  const { method, path, summary, deprecated, parameters, body, answers, security } = operation;
  const statuses = [...new Set(answers.map(({ status }) => status))];
  const lines = [
    `${method} ${path}`,
    ...(summary === '' ? [] : [summary]),
    ...(deprecated === true ? [capitalised(t('deprecated'))] : []),
    ...firstOf(parameters.map(parameterLine), NAMED),
    ...(body === undefined ? [] : [bodyLine(body)]),
    ...(statuses.length === 0 ? [] : [t('Answers: {0}', listed(statuses))]),
    ...(security === undefined ? [] : [t('Security: {0}', security)]),
    t('Last result: {0}', result),
  ];
  return lines.map((line) => plainText(line, 300)).join('\n');
}

function parameterLine(parameter: OperationParameter): string {
  const { name, required, deprecated } = parameter;
  const facts = [
    parameter.in,
    ...(required ? [t('required')] : []),
    ...(deprecated === true ? [t('deprecated')] : []),
  ];
  return t('Parameter: {0} ({1})', name, listed(facts));
}

function bodyLine({ contentType, required }: NonNullable<ApiOperation['body']>): string {
  return required ? t('Body: {0}, required', contentType) : t('Body: {0}', contentType);
}
