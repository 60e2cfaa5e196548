import type { ApiOperation } from '../../api/model/operations';
import type { Services } from '../../services/services';
import type { SourceNode, TagNode } from './operationNodes';
import { t } from '../../util/text';

/** The documented operations, the added documents in their order, and what only the Local Sandbox serves. */
export function sourcesOf({ operations, descriptions, environments }: Services): SourceNode[] {
  const all = operations.all(environments.active.type);
  const from = (source: string): readonly ApiOperation[] => all.filter((each) => each.source === source);
  const ours = (source: string, title: string): SourceNode => ({
    kind: 'source',
    source,
    title,
    count: from(source).length,
    problems: [],
    isBroken: false,
  });
  return [
    ours('documented', t('Documented operations')),
    ...descriptions.documents.map(
      ({ uri, title, version, operations: described, remarks, error }): SourceNode => ({
        kind: 'source',
        source: uri,
        title,
        ...(version !== '' && { version }),
        count: described.length,
        problems: error === undefined ? remarks : [error],
        isBroken: error !== undefined,
      }),
    ),
    ...(environments.active.type === 'local' ? [ours('local-sandbox', environments.active.name)] : []),
  ];
}

/** So few operations are in sight together: groups would only be one more click. */
const FEW = 10;

/** The groups below a source, by tag; none for a few operations, or where all would be in one. */
export function tagsOf(source: SourceNode, operations: readonly ApiOperation[]): TagNode[] {
  const counts = new Map<string, number>();
  for (const { tags } of operations) {
    for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const [first, ...more] = [...counts].map(([tag, count]): TagNode => ({
    kind: 'tag',
    tag,
    parent: source,
    count,
  }));
  if (first === undefined || operations.length <= FEW) return [];
  return more.length === 0 && first.count === operations.length ? [] : [first, ...more];
}
