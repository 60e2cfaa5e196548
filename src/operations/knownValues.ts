import type { ApiOperation, OperationParameter } from '../api/model/operations';
import { matchOperation } from '../api/rules/matchOperation';
import type { Storage } from '../storage';
import { percentDecoded } from '../util/lenient';
import { plainText } from '../util/plainText';
import type { KnownValue } from '../ui/questions/askValue';
import { t } from '../util/text';
import { sentTarget } from './view/lastResults';

/** How many ids are offered, and among how many exchanges they are looked for. */
const OFFERED = 50;
const LOOKED_AT = 200;

/**
 * Values that are known here for the path parameters of an operation: those that were sent to it before, and for the id
 * of a file, the files of the environment.
 */
export function knownValues(
  { files, history }: Pick<Storage, 'files' | 'history'>,
  environment: string,
  operation: ApiOperation,
): (parameter: OperationParameter) => readonly KnownValue[] {
  const sent = history
    .list({ environment, limit: LOOKED_AT })
    .items.filter((each) => matchOperation([operation], each.method, sentTarget(each)) !== undefined);
  return (parameter) => {
    const values = new Map<string, string>();
    // In another style, what was sent holds more than the value.
    if (parameter.in === 'path' && (parameter.style ?? 'simple') === 'simple') {
      for (const { path } of sent) {
        const value = valueIn(operation.path, path, parameter.name);
        if (value !== undefined) values.set(value, t('sent before'));
      }
    }
    if (parameter.name === 'fileId') {
      const uploaded = files.list({ environment, states: ['uploaded'], limit: OFFERED }).items;
      for (const { fileId, name } of uploaded)
        if (fileId !== undefined) values.set(fileId, plainText(name, 60));
    }
    return [...values].slice(0, OFFERED).map(([value, description]) => ({ value, description }));
  };
}

/** The segment of a path at the place of a parameter. */
function valueIn(template: string, path: string, name: string): string | undefined {
  const places = template.split('/');
  const segments = (path.split('?', 1)[0] ?? '').split('/').slice(-places.length + 1);
  const segment = segments[places.indexOf(`{${name}}`) - 1];
  return segment && percentDecoded(segment);
}
