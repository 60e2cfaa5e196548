import { isObject } from '../../../util/objects';
import { fileURLToPath } from 'node:url';
import type { KnownFile } from '../../../storage/types/storageTypes';
import { DROPPED_SCHEME } from '../../check/droppedScheme';
import type { DetailsAction, DetailsModel } from './source';
import { anyField, expiryField, otherFields, purposeField, sizeField, timeField, type Field } from './values';
import { recordOf } from '../../records/contentLinks';
import { t } from '../../../util/text';

export interface Section {
  readonly heading: string;
  readonly fields: readonly Field[];
}

const RECORD_FIELDS = ['id', 'purpose', 'name', 'mimeType', 'contentLink', 'expiryDate', 'uploadedAt'];
const LINK_FIELDS = ['url', 'expiryDate'];

/** All rows of a file's details, in the order of the panel. A section without rows is left out. */
export function detailsSections(model: DetailsModel): Section[] {
  if (model.state === 'upload' && model.file !== undefined) {
    return [
      { heading: t('File'), fields: uploadFileFields(model.file) },
      { heading: t('Uploaded from here'), fields: uploadFields(model.file) },
    ];
  }
  return [
    { heading: t('File'), fields: fileFields(model) },
    { heading: t('Content link'), fields: linkFields(model.record?.['contentLink']) },
    { heading: t('Other fields'), fields: unnamedFields(model.record) },
    {
      heading: t('Uploaded from here'),
      fields: model.file === undefined ? [] : uploadFields(model.file),
    },
    { heading: t('Last fetch'), fields: fetchFields(model) },
  ].filter((section) => section.fields.length > 0);
}

/** "Read a file's details" in docs/api.md; before the first fetch, what the upload's own answer said. */
function fileFields(model: DetailsModel): Field[] {
  const record = model.record ?? (model.file && recordOf(model.file)) ?? { id: model.fileId };
  return [
    anyField('id', t('File ID'), record['id']),
    anyField('name', t('Name'), record['name'], false),
    purposeField(record['purpose']),
    anyField('mimeType', t('Type'), record['mimeType']),
    timeField('uploadedAt', t('Uploaded'), record['uploadedAt']),
    expiryField('expiryDate', t('File expiry'), record['expiryDate']),
  ];
}

/** Nothing else of it is known before the service has the file. */
function uploadFileFields({ name, purpose, mimeType }: KnownFile): Field[] {
  return [
    anyField('name', t('Name'), name, false),
    purposeField(purpose),
    anyField('mimeType', t('Type'), mimeType),
  ];
}

function linkFields(link: unknown): Field[] {
  if (link !== undefined && !isObject(link)) return [anyField('contentLink', t('Content link'), link)];
  return [
    anyField('contentLink.url', t('Address'), link?.['url']),
    expiryField(
      'contentLink.expiryDate',
      t('Link expiry'),
      link?.['expiryDate'],
      t('Open and Copy Link ask the service for a new one first.'),
    ),
  ];
}

function unnamedFields(record: DetailsModel['record']): Field[] {
  return [
    ...otherFields(record, RECORD_FIELDS, ''),
    ...otherFields(record?.['contentLink'], LINK_FIELDS, 'contentLink.'),
  ];
}

/** What is known of an upload from here; a file that was added by its id has none of it. */
function uploadFields(file: KnownFile): Field[] {
  if (file.uri === undefined) return [];
  const started = new Date(file.createdAt).toISOString();
  return [
    file.uri.startsWith(`${DROPPED_SCHEME}:`)
      ? {
          key: 'uri',
          label: t('Local file'),
          value: { kind: 'none', text: t('Dropped on the Files view; its location is not known') },
        }
      : withAction(anyField('uri', t('Local file'), localPath(file.uri), false), 'openLocalFile'),
    ...(file.size === undefined ? [] : [sizeField(file.size)]),
    ...(file.sha256 === undefined ? [] : [anyField('sha256', 'SHA-256', file.sha256)]),
    timeField('createdAt', t('Upload started'), started),
    ...requestField('uploadRequestId', t('Upload request ID'), file.requestId, 'showUploadRequest'),
    ...(file.remark === undefined ? [] : [anyField('remark', t('Remark'), file.remark, false)]),
  ];
}

function fetchFields({ fetchedAt, requestId, file }: DetailsModel): Field[] {
  const time = fetchedAt === undefined ? undefined : new Date(fetchedAt).toISOString();
  return [
    ...(time === undefined ? [] : [timeField('fetchedAt', t('Fetched'), time)]),
    ...requestField('requestId', t('Request ID'), requestId ?? file?.detailsRequestId, 'showRequest'),
  ];
}

function requestField(
  key: string,
  label: string,
  requestId: string | undefined,
  action: DetailsAction,
): Field[] {
  return requestId === undefined ? [] : [withAction(anyField(key, label, requestId), action)];
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
