import { purposeTitle } from '../../../ui/formats/purposes';
import { formatBytes } from '../../../ui/formats/formats';
import { detailsSections } from './fields';
import { FAILED_REQUEST_ID, type DetailsView, type FieldValue, type NoticeView } from './detailsProtocol';
import type { DetailsAction, DetailsModel, DetailsTarget } from './source';
import { canBeRetried } from '../../../storage/types/fileStates';
import { contentLinkOf } from '../../records/contentLinks';
import { uploadStates } from '../../records/uploadStates';
import { present, t } from '../../../util/text';
import { visible, visibleLines } from '../../../util/visible';
import type { ErrorFacts } from '../../../api/model/errors';

/** What the panel itself knows beside the model. */
export interface ViewContext {
  readonly showing: number;
  readonly pinned: boolean;
  /** The environment's name as titles show it: production is unmistakable. */
  readonly environmentTitle: string;
}

/** The raw JSON is shown in the panel up to this many characters; the document has all of it. */
const MAX_RAW_CHARACTERS = 64 * 1024;

/**
 * Turns what is known of a file into what the webview shows, and into the exact values that copying gives.
 * Everything in the view is fit to be shown; nothing in the webview has to know the service.
 */
export function detailsView(
  model: DetailsModel,
  { showing, pinned, environmentTitle }: ViewContext,
): { view: DetailsView; copies: ReadonlyMap<string, string> } {
  const sections = detailsSections(model);
  const absent = absentValue(model);
  const copies = new Map<string, string>();
  for (const { key, raw } of sections.flatMap((section) => section.fields)) {
    if (raw !== undefined) copies.set(key, raw);
  }
  const notice = noticeOf(model);
  const failedRequestId = model.state === 'upload' ? model.file?.requestId : model.requestId;
  if (notice?.requestId !== undefined && failedRequestId !== undefined)
    copies.set(FAILED_REQUEST_ID, failedRequestId);
  const raw = rawJson(model);
  const view: DetailsView = {
    showing,
    pinned,
    target: targetOf(model),
    state: model.state,
    environment: {
      name: visible(model.environment.name),
      title: visible(environmentTitle),
      type: model.environment.type,
    },
    title: fileTitle(model),
    subtitle: subtitle(model),
    icon: iconOf(mimeTypeOf(model)),
    ...(model.fetchedAt !== undefined && { fetchedAt: model.fetchedAt }),
    ...(notice !== undefined && { notice }),
    sections: sections.map(({ heading, fields }) => ({
      heading,
      fields: fields.map(({ raw, value = absent, ...field }) => ({
        ...field,
        value,
        copyable: raw !== undefined,
      })),
    })),
    actions: actionsOf(model),
    preview: hasPreview(model),
    ...(raw !== undefined && { raw }),
  };
  return { view, copies };
}

/** The file's name, fit to be shown; its id where no name is known, which an upload that cannot be shown has not either. */
function fileTitle({ record, file, fileId }: DetailsModel): string {
  const said = record?.['name'];
  const names = [typeof said === 'string' ? said : '', file?.name, fileId];
  return visible(names.find(Boolean) ?? t('File Details'));
}

/** Whether the record holds an address of the content. */
function hasLink({ record }: DetailsModel): boolean {
  return (contentLinkOf(record)?.url ?? '') !== '';
}

function mimeTypeOf({ record, file }: DetailsModel): string {
  const mimeType = record?.['mimeType'];
  return typeof mimeType === 'string' ? mimeType : (file?.mimeType ?? '');
}

function targetOf({ environment, fileId, state, file }: DetailsModel): DetailsTarget {
  const isProduction = environment.type === 'production';
  const target = { environment: environment.id, fileId, ...(isProduction && { isProduction }) };
  return state === 'upload' && file !== undefined ? { ...target, row: file.key } : target;
}

function subtitle({ record, file }: DetailsModel): string {
  const purpose = typeof record?.['purpose'] === 'string' ? record['purpose'] : file?.purpose;
  const parts = [
    ...(file === undefined ? [] : uploadStates(file)),
    purpose === undefined ? undefined : purposeTitle(purpose),
    file?.size === undefined ? undefined : formatBytes(file.size),
  ];
  return present(...parts).join(' · ');
}

/** The record lacks a field, or it is on its way, or nobody has asked for it. */
function absentValue(model: DetailsModel): FieldValue {
  if (model.record !== undefined) return { kind: 'none', text: t('Not in the answer') };
  if (model.state === 'loading') return { kind: 'loading' };
  return { kind: 'none', text: t('Known once the details are fetched') };
}

function actionsOf(model: DetailsModel): DetailsAction[] {
  if (model.state === 'upload')
    return model.file !== undefined && canBeRetried(model.file.state) && model.removed !== true
      ? ['retryUpload', 'forgetFile']
      : [];
  const reachable = model.state !== 'gone' && hasLink(model);
  const { record, envelope } = model;
  return [
    'copyId',
    ...(reachable ? (['openContent', 'saveContent', 'copyLink'] as const) : []),
    ...(record === undefined && envelope === undefined ? [] : (['rawJson'] as const)),
  ];
}

function hasPreview(model: DetailsModel): boolean {
  if (model.state === 'gone' || !hasLink(model)) return false;
  const icon = iconOf(mimeTypeOf(model));
  return icon === 'file-media' || icon === 'file-pdf';
}

function iconOf(mimeType: string): DetailsView['icon'] {
  if (mimeType === 'application/pdf') return 'file-pdf';
  if (mimeType.startsWith('image/')) return 'file-media';
  return mimeType.includes('wordprocessingml') ? 'file-text' : 'file';
}

function rawJson(model: DetailsModel): DetailsView['raw'] {
  const value = model.envelope ?? model.record;
  if (value === undefined) return undefined;
  const text = JSON.stringify(value, null, 2);
  return {
    text: visibleLines(text.slice(0, MAX_RAW_CHARACTERS)),
    cut: text.length > MAX_RAW_CHARACTERS,
    redacted: text.includes('?…"'),
  };
}

/** What went wrong, where something did: with the last fetch, or with an upload that is no file of the service yet. */
function noticeOf(model: DetailsModel): NoticeView | undefined {
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
  setUp: NoticeView['actions'][number] | undefined,
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
