import { isObject } from '../../../util/objects';
import { fileURLToPath } from 'node:url';
import type { KnownFile } from '../../../storage/types/storageTypes';
import { DROPPED_SCHEME } from '../../check/droppedScheme';
import type { DetailsAction, DetailsModel } from './source';
import { anyField, expiryField, otherFields, purposeField, sizeField, timeField, type Field } from './values';
import type { FieldValue } from './detailsProtocol';
import { recordOf } from '../../records/contentLinks';
import { t } from '../../../util/text';

export interface Section {
  readonly heading: string;
  readonly fields: readonly Field[];
}

const RECORD_FIELDS = ['id', 'purpose', 'name', 'mimeType', 'contentLink', 'expiryDate', 'uploadedAt'];
const LINK_FIELDS = ['url', 'expiryDate'];

/** All rows of a file's details, in the order of the panel. A section without rows is left out. */
export function detailsSections(model: DetailsModel, absent: FieldValue): Section[] {
  if (model.state === 'upload' && model.file !== undefined) {
    return [
      { heading: t('File'), fields: uploadFileFields(model.file, absent) },
      { heading: t('Uploaded from here'), fields: uploadFields(model.file, absent) },
    ];
  }
  return [
    { heading: t('File'), fields: fileFields(model, absent) },
    { heading: t('Content link'), fields: linkFields(model.record?.['contentLink'], absent) },
    { heading: t('Other fields'), fields: unnamedFields(model.record, absent) },
    {
      heading: t('Uploaded from here'),
      fields: model.file === undefined ? [] : uploadFields(model.file, absent),
    },
    { heading: t('Last fetch'), fields: fetchFields(model, absent) },
  ].filter((section) => section.fields.length > 0);
}

/** "Read a file's details" in docs/api.md; before the first fetch, what the upload's own answer said. */
function fileFields(model: DetailsModel, absent: FieldValue): Field[] {
  const record = model.record ?? (model.file && recordOf(model.file)) ?? { id: model.fileId };
  return [
    anyField('id', t('File ID'), record['id'], absent),
    anyField('name', t('Name'), record['name'], absent, false),
    purposeField(record['purpose'], absent),
    anyField('mimeType', t('Type'), record['mimeType'], absent),
    timeField('uploadedAt', t('Uploaded'), record['uploadedAt'], absent),
    expiryField('expiryDate', t('File expiry'), record['expiryDate'], absent),
  ];
}

/** Nothing else of it is known before the service has the file. */
function uploadFileFields({ name, purpose, mimeType }: KnownFile, absent: FieldValue): Field[] {
  return [
    anyField('name', t('Name'), name, absent, false),
    purposeField(purpose, absent),
    anyField('mimeType', t('Type'), mimeType, absent),
  ];
}

function linkFields(link: unknown, absent: FieldValue): Field[] {
  if (link !== undefined && !isObject(link))
    return [anyField('contentLink', t('Content link'), link, absent)];
  return [
    anyField('contentLink.url', t('Address'), link?.['url'], absent),
    expiryField(
      'contentLink.expiryDate',
      t('Link expiry'),
      link?.['expiryDate'],
      absent,
      t('Open and Copy Link ask the service for a new one first.'),
    ),
  ];
}

function unnamedFields(record: DetailsModel['record'], absent: FieldValue): Field[] {
  return [
    ...otherFields(record, RECORD_FIELDS, '', absent),
    ...otherFields(record?.['contentLink'], LINK_FIELDS, 'contentLink.', absent),
  ];
}

/** What is known of an upload from here; a file that was added by its id has none of it. */
function uploadFields(file: KnownFile, absent: FieldValue): Field[] {
  if (file.uri === undefined) return [];
  const started = new Date(file.createdAt).toISOString();
  return [
    file.uri.startsWith(`${DROPPED_SCHEME}:`)
      ? {
          key: 'uri',
          label: t('Local file'),
          value: { kind: 'none', text: t('Dropped on the Files view; its location is not known') },
        }
      : withAction(anyField('uri', t('Local file'), localPath(file.uri), absent, false), 'openLocalFile'),
    ...(file.size === undefined ? [] : [sizeField(file.size)]),
    ...(file.sha256 === undefined ? [] : [anyField('sha256', 'SHA-256', file.sha256, absent)]),
    timeField('createdAt', t('Upload started'), started, absent),
    ...requestField('uploadRequestId', t('Upload request ID'), file.requestId, 'showUploadRequest', absent),
    ...(file.remark === undefined ? [] : [anyField('remark', t('Remark'), file.remark, absent, false)]),
  ];
}

function fetchFields({ fetchedAt, requestId, file }: DetailsModel, absent: FieldValue): Field[] {
  const time = fetchedAt === undefined ? undefined : new Date(fetchedAt).toISOString();
  return [
    ...(time === undefined ? [] : [timeField('fetchedAt', t('Fetched'), time, absent)]),
    ...requestField('requestId', t('Request ID'), requestId ?? file?.detailsRequestId, 'showRequest', absent),
  ];
}

function requestField(
  key: string,
  label: string,
  requestId: string | undefined,
  action: DetailsAction,
  absent: FieldValue,
): Field[] {
  return requestId === undefined ? [] : [withAction(anyField(key, label, requestId, absent), action)];
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
