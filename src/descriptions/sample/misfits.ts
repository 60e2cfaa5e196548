import type { ApiOperation, OperationContent } from '../../api/model/operations';
import { t } from '../../util/text';
import { placeOf } from '../check/places';
import { validate } from '../check/validate';
import type { Direction, Remark, Resolver } from '../model/description';
import { locate } from '../resolve/parts';
import { COMPARED, examplesAt } from './contents';
import { otherWay } from './correct';

/** The examples of an operation that do not fit their schemas. They are passed over wherever one is made. */
export function misfitsOf(operation: ApiOperation, resolver: Resolver): Remark[] {
  const { method, path, parameters, body, answers, line } = operation;
  const called = `${method} ${path}`;
  const misfits = (
    where: string,
    { schema: row, at }: Pick<OperationContent, 'schema' | 'at'>,
    contentType: string | undefined,
    direction: Direction,
  ) => {
    const schema = locate(row);
    return examplesAt(at, contentType, resolver).flatMap(({ value }): Remark[] => {
      const faults = schema === undefined ? [] : validate(schema, value, { resolver, direction });
      const fault = faults.find(({ keyword }) => keyword !== otherWay(direction));
      if (fault === undefined) return [];
      const place = placeOf(fault.path).slice('body '.length);
      const message = t(
        '{0}, {1}: an example does not fit its schema and is not used. {2}',
        ...[called, where, place === '' ? fault.message : `${place}: ${fault.message}`],
      );
      return [{ message, ...(line !== undefined && { line }) }];
    });
  };
  const ofContents = (where: string, contents: readonly OperationContent[], direction: Direction) =>
    contents
      .filter(({ contentType }) => COMPARED.test(contentType))
      .flatMap((content) => misfits(where, content, content.contentType, direction));
  return [
    ...parameters.flatMap((parameter) => misfits(parameter.name, parameter, undefined, 'request')),
    ...(body === undefined ? [] : ofContents('body', [body, ...(body.others ?? [])], 'request')),
    ...answers.flatMap(({ status, contents = [] }) => ofContents(status, contents, 'answer')),
  ];
}
