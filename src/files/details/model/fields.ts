import { isObject } from '../../../util/objects';
import { fileURLToPath } from 'node:url';
import type { KnownFile } from '../../../storage/types/storageTypes';
import { DROPPED_SCHEME } from '../../check/droppedScheme';
import type { DetailsAction, DetailsModel } from './source';
import { anyField, expiryField, otherFields, purposeField, sizeField, timeField } from './values';
import type { Field, FieldContext } from './values';

export interface Section {
  readonly heading: string;
  readonly fields: readonly Field[];
}

const RECORD_FIELDS = ['id', 'purpose', 'name', 'mimeType', 'contentLink', 'expiryDate', 'uploadedAt'];
const LINK_FIELDS = ['url', 'expiryDate'];

/** All rows of a file's details, in the order of the panel. A section without rows is left out. */
export function detailsSections(model: DetailsModel, context: FieldContext): Section[] {
  const { strings } = context;
  if (model.state === 'upload' && model.file !== undefined) {
    return [
      { heading: strings.file, fields: uploadFileFields(model.file, context) },
      { heading: strings.upload, fields: uploadFields(model.file, context) },
    ];
  }
  return [
    { heading: strings.file, fields: fileFields(model, context) },
    { heading: strings.link, fields: linkFields(model.record?.['contentLink'], context) },
    { heading: strings.others, fields: unnamedFields(model.record, context) },
    { heading: strings.upload, fields: model.file === undefined ? [] : uploadFields(model.file, context) },
    { heading: strings.lastFetch, fields: fetchFields(model, context) },
  ].filter((section) => section.fields.length > 0);
}

/** "Read a file's details" in docs/api.md; before the first fetch, what the upload's own answer said. */
function fileFields(model: DetailsModel, context: FieldContext): Field[] {
  const { strings } = context;
  const record = model.record ?? uploadRecord(model);
  return [
    anyField('id', strings.id, record['id'], context),
    anyField('name', strings.name, record['name'], context, false),
    purposeField(record['purpose'], context),
    anyField('mimeType', strings.mimeType, record['mimeType'], context),
    timeField('uploadedAt', strings.uploadedAt, record['uploadedAt'], context),
    expiryField('expiryDate', strings.recordExpiry, record['expiryDate'], context),
  ];
}

/** Nothing else of it is known before the service has the file. */
function uploadFileFields({ name, purpose, mimeType }: KnownFile, context: FieldContext): Field[] {
  return [
    anyField('name', context.strings.name, name, context, false),
    purposeField(purpose, context),
    anyField('mimeType', context.strings.mimeType, mimeType, context),
  ];
}

function uploadRecord({ fileId, file }: DetailsModel): Readonly<Record<string, unknown>> {
  if (file === undefined) return { id: fileId };
  const { name, purpose, mimeType, uploadedAt } = file;
  return { id: fileId, name, purpose, mimeType, uploadedAt };
}

function linkFields(link: unknown, context: FieldContext): Field[] {
  const { strings } = context;
  if (link !== undefined && !isObject(link)) return [anyField('contentLink', strings.link, link, context)];
  return [
    anyField('contentLink.url', strings.url, link?.['url'], context),
    expiryField(
      'contentLink.expiryDate',
      strings.linkExpiry,
      link?.['expiryDate'],
      context,
      strings.expiredHint,
    ),
  ];
}

function unnamedFields(record: DetailsModel['record'], context: FieldContext): Field[] {
  return [
    ...otherFields(record, RECORD_FIELDS, '', context),
    ...otherFields(record?.['contentLink'], LINK_FIELDS, 'contentLink.', context),
  ];
}

/** What is known of an upload from here; a file that was added by its id has none of it. */
function uploadFields(file: KnownFile, context: FieldContext): Field[] {
  const { strings } = context;
  if (file.uri === undefined) return [];
  const started = new Date(file.createdAt).toISOString();
  return [
    file.uri.startsWith(`${DROPPED_SCHEME}:`)
      ? { key: 'uri', label: strings.localFile, value: { kind: 'none', text: strings.dropped } }
      : withAction(anyField('uri', strings.localFile, localPath(file.uri), context, false), 'openLocalFile'),
    ...(file.size === undefined ? [] : [sizeField(file.size, context)]),
    ...(file.sha256 === undefined ? [] : [anyField('sha256', strings.sha256, file.sha256, context)]),
    timeField('createdAt', strings.uploadStarted, started, context),
    ...requestField('uploadRequestId', strings.uploadRequestId, file.requestId, 'showUploadRequest', context),
    ...(file.remark === undefined ? [] : [anyField('remark', strings.remark, file.remark, context, false)]),
  ];
}

function fetchFields({ fetchedAt, requestId, file }: DetailsModel, context: FieldContext): Field[] {
  const { strings } = context;
  const time = fetchedAt === undefined ? undefined : new Date(fetchedAt).toISOString();
  return [
    ...(time === undefined ? [] : [timeField('fetchedAt', strings.fetchedAt, time, context)]),
    ...requestField(
      'requestId',
      strings.requestId,
      requestId ?? file?.detailsRequestId,
      'showRequest',
      context,
    ),
  ];
}

function requestField(
  key: string,
  label: string,
  requestId: string | undefined,
  action: DetailsAction,
  context: FieldContext,
): Field[] {
  return requestId === undefined ? [] : [withAction(anyField(key, label, requestId, context), action)];
}

function withAction(field: Field, action: DetailsAction): Field {
  return { ...field, action };
}

/** A local file's path, as people know it; other resources keep their URI. */
function localPath(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}
