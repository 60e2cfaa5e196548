import type { ApiOperation } from '../../api/model/operations';
import { plainValue } from '../../util/exactJson';
import { isObject } from '../../util/objects';
import { plainText } from '../../util/plainText';
import { t } from '../../util/text';
import { documentedApi } from '../export/documented';
import type { DescriptionFacts, Located, Remark, Resolver } from '../model/description';
import type { DocumentContext } from '../operations/context';
import { operationsOf } from '../operations/rows';
import { remarkUnused } from '../operations/security';
import { nameOf } from '../read/names';
import type { LoadedFiles } from '../read/loadFiles';
import { dialectOf } from '../read/version';
import { placeIn, pointerSteps } from '../resolve/pointer';
import { partsOf, References } from '../resolve/references';

/** A document that was read. */
export interface Description {
  readonly facts: DescriptionFacts;
  readonly operations: readonly ApiOperation[];
  readonly resolver: Resolver;
}

/** A person reads some; the rest is counted. */
const MAX_REMARKS = 50;

/** The address under which the documented interface is a description like any other. */
export const DOCUMENTED_URI = 'documented';

/** The documented interface, as the description that it is exported as. */
export function documentedDescription(): Description {
  const files = new Map([[DOCUMENTED_URI, { value: documentedApi() }]]);
  return describe(DOCUMENTED_URI, { files, references: new Map(), unread: [], remarks: [] });
}

/** What a document says, from its files. */
export function describe(
  uri: string,
  { files, references, unread, remarks: ofFiles }: LoadedFiles,
): Description {
  const { value, positions } = files.get(uri) ?? { value: undefined };
  const name = nameOf(uri);
  const { dialect, remarks: ofVersion } = dialectOf(value, name);
  const resolver = new References(dialect, new Map([...files].map(([file, read]) => [file, read.value])));
  const remarks: Remark[] = [...ofVersion, ...ofFiles];
  const root = { value, at: `${uri}#` };
  const lineOf = (way: readonly (string | number)[]) => positions?.lineOf(way) ?? 0;
  const remark = (message: string, at: string) => {
    const { file, fragment } = partsOf(at);
    if (file === uri) remarks.push({ message, line: lineOf(pointerSteps(fragment) ?? []) });
    else remarks.push({ message: `${nameOf(file)}: ${message}` });
  };
  const context: DocumentContext = { root, resolver, remark };
  for (const doubled of positions?.doubled ?? []) {
    remarks.push({
      message: t('{0} is there twice. The last one counts.', doubled.name),
      line: doubled.line,
    });
  }
  for (const [file, found] of references) {
    for (const { ref, way } of found) {
      const target = resolver.resolve(ref, file);
      const at = placeIn(file, ...way);
      if (target !== undefined) {
        if (leadsBack(resolver, target)) remark(t('The reference {0} leads back to itself.', ref), at);
      } else if (resolver.resolve(partsOf(ref).file, file) !== undefined) {
        remark(t('The reference {0} leads nowhere.', ref), at);
      }
    }
  }
  remarkUnused(context);
  const operations = operationsOf(context, uri, lineOf);
  const info = isObject(root.value) && isObject(root.value['info']) ? root.value['info'] : {};
  const text = (field: string, max: number) => {
    const given = plainValue(info[field]);
    // YAML reads the version 1.10 as the number 1.1.
    const shown = typeof given === 'number' ? (positions?.textOf('info', field) ?? String(given)) : given;
    return typeof shown === 'string' ? plainText(shown, max) : '';
  };
  return {
    facts: {
      uri,
      title: text('title', 200) || name,
      version: text('version', 50),
      dialect,
      files: [...files.keys(), ...unread].filter((file) => file !== uri),
      remarks: shortened(remarks),
    },
    operations,
    resolver,
  };
}

/** Whether references lead from here to where they were before; else the last one leads nowhere, which is reported there. */
function leadsBack(resolver: Resolver, from: Located): boolean {
  const passed = new Set<string>();
  let here = from;
  while (isObject(here.value) && typeof here.value['$ref'] === 'string') {
    if (passed.has(here.at)) return true;
    passed.add(here.at);
    const next = resolver.resolve(here.value['$ref'], here.at);
    if (next === undefined) return false;
    here = next;
  }
  return false;
}

function shortened(remarks: readonly Remark[]): Remark[] {
  const inOrder = remarks.map(({ message, ...rest }) => ({ ...rest, message: plainText(message, 500) }));
  const more = inOrder.length - MAX_REMARKS;
  return more <= 0 ? inOrder : [...inOrder.slice(0, MAX_REMARKS), { message: t('More remarks: {0}.', more) }];
}
