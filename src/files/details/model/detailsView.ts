import { purposeTitle } from '../../../ui/formats/purposes';
import { formatBytes } from '../../../ui/formats/formats';
import { detailsSections } from './fields';
import { FAILED_REQUEST_ID, type DetailsView, type FieldValue } from './detailsProtocol';
import type { DetailsAction, DetailsModel, DetailsTarget } from './source';
import { canBeRetried } from '../../../storage/types/fileStates';
import { contentLinkOf } from '../../records/contentLinks';
import { uploadStates } from '../../records/uploadStates';
import { noticeOf } from './notices';
import { t } from '../../../util/text';
import { visible, visibleLines } from '../../../util/visible';

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

function subtitle({ record, file, state }: DetailsModel): string {
  const purpose = typeof record?.['purpose'] === 'string' ? record['purpose'] : file?.purpose;
  const parts = [
    ...(state === 'upload' && file !== undefined ? uploadStates(file) : []),
    purpose === undefined ? undefined : purposeTitle(purpose),
    file?.size === undefined ? undefined : formatBytes(file.size),
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

/** The record lacks a field, or there is no record yet, or it is on its way. */
function absentValue(model: DetailsModel): FieldValue {
  if (model.record !== undefined) return { kind: 'none', text: t('Not in the answer') };
  if (model.state === 'loading' || model.state === 'stale') return { kind: 'loading' };
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
