import type { ErrorFacts } from '../../../api/model/errors';
import { canBeRetried } from '../../../storage/types/fileStates';
import { t } from '../../../util/text';
import { visible } from '../../../util/visible';
import type { NoticeView } from './detailsProtocol';
import type { DetailsAction, DetailsModel } from './source';

/** What went wrong, where something did: with the last fetch, or with an upload that is no file of the service yet. */
export function noticeOf(model: DetailsModel): NoticeView | undefined {
  const { state, error, requestId, exchangeId, file, record, environment } = model;
  // The Local Sandbox needs no set-up: where its file was not fetched, it was stopped.
  const configure = environment.type === 'local' ? undefined : 'configure';
  if (state === 'upload') {
    if (file?.error === undefined || !canBeRetried(file.state)) return undefined;
    const kind = file.mayHaveActed ? 'unknown' : file.state === 'failed' ? 'failed' : 'gone';
    return notice(kind, visible(file.error.message), file.error, file, configure);
  }
  if (state === 'failed') {
    const text = visible(error?.message ?? t('The details could not be fetched.'));
    const kept = record === undefined ? '' : ` ${t('The last known details are shown below.')}`;
    const setUp = configure ?? (error?.status === undefined ? 'startLocalSandbox' : undefined);
    return notice(state, text + kept, error, { requestId, exchangeId }, setUp);
  }
  if (state !== 'gone') return undefined;
  const text =
    file !== undefined || record !== undefined
      ? t(
          'The service no longer knows this file, or this key has no access to it. The last known details are shown below.',
        )
      : t('The service does not know this file, or this key has no access to it. Check the id.');
  return notice(state, text, error, { requestId, exchangeId }, configure);
}

function notice(
  kind: NoticeView['kind'],
  text: string,
  error: ErrorFacts | undefined,
  { requestId, exchangeId }: { requestId?: string | undefined; exchangeId?: string | undefined },
  setUp: DetailsAction | undefined,
): NoticeView {
  // A refused key, or an unusable environment, is corrected there ("A missing or invalid key yields HTTP 401").
  const needsSetUp = error?.status === 401 || error?.kind === 'configuration';
  return {
    kind,
    text,
    lines: (error?.fields ?? []).map(
      ({ fieldName, message }) => `${visible(fieldName)}: ${visible(message)}`,
    ),
    ...(requestId !== undefined && { requestId: visible(requestId) }),
    actions: [
      ...(needsSetUp && setUp !== undefined ? [setUp] : []),
      // Where nothing was sent there is nothing to report.
      ...(exchangeId === undefined ? [] : (['supportReport'] as const)),
    ],
  };
}
