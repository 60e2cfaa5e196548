import type { ApiOperation, OperationContent } from '../../api/model/operations';
import { t } from '../../util/text';
import { placeOf } from '../check/places';
import { validate } from '../check/validate';
import type { Direction, Located, Remark, Resolver } from '../model/description';
import { COMPARED, examplesBeside, locate } from './contents';
import { otherWay } from './correct';

/** The examples of an operation that do not fit their schemas. They are passed over wherever one is made. */
export function misfitsOf(operation: ApiOperation, resolver: Resolver): Remark[] {
  const { method, path, parameters, body, answers, line } = operation;
  const called = `${method} ${path}`;
  const misfits = (
    where: string,
    schema: Located | undefined,
    examples: readonly unknown[],
    direction: Direction,
  ) => {
    const context = { resolver, direction };
    return examples.flatMap((example): Remark[] => {
      const faults = schema === undefined ? [] : validate(schema, example, context);
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
      .flatMap((content) => {
        const examples = writtenFor(content.at, content.contentType, resolver);
        return misfits(where, locate(content.schema), examples, direction);
      });
  return [
    ...parameters.flatMap(({ name, at, schema }) =>
      misfits(name, locate(schema), writtenFor(at, undefined, resolver), 'request'),
    ),
    ...(body === undefined ? [] : ofContents('body', [body, ...(body.others ?? [])], 'request')),
    ...answers.flatMap(({ status, contents = [] }) => ofContents(status, contents, 'answer')),
  ];
}

function writtenFor(at: string | undefined, contentType: string | undefined, resolver: Resolver): unknown[] {
  const holder = at === undefined ? undefined : resolver.resolve(at, at);
  return examplesBeside(holder, contentType, { resolver }).map(({ value }) => value);
}
